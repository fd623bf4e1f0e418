"""What must not be seen or believed. A text or a value goes in; what was found, or the value with
masks in it, comes out. Pure: no file is opened, nothing leaves the process, nothing is kept.

    question                                        answer            who asks
    ----------------------------------------------  ----------------  ---------------------------
    Which secrets does this text hold?              secrets_in        kit secrets, response-scan
    Which personal data does this text hold?        personal_data_in  kit pii, response-scan
    Does this text talk to the model?               suspicion         kit prompt-injection
    What is this value, this text, with masks?      mask, mask_text   journal, judge, kit context
    What are the ends of this long text, masked?    clip              journal, judge, engine
    Could this text hold a secret? (a quick look)   may_hold_secret   journal
    Was a secret in this text masked?               holds_mask        journal
    How much of this text is looked at?             within_reach      kit's hooks for texts

`within_reach` answers with a `Reach`. `secrets_in` and `personal_data_in` answer with `Detection`s;
`redacted` puts masks in their places and `kinds_of` names them for a message. `mask` errs on the
side of masking; `secrets_in` is for hooks that deny, so it leaves out what is only a placeholder.

    secret_rules ─┐                          ┌─ masking (unseen, structures) ── clipping
    personal_rules ┴─ finder (spans) ────────┼─ secret_scan   (secret_checks, stand_ins)
                                             └─ personal_scan (personal_checks)
    injection_rules ──────────────────────────────────────────┬── injection_scan
    injection_concepts ─ injection_passages ─ injection_model ┘

Each answer is imported when it is first asked for.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hookline.detect.clipping import clip as clip
    from hookline.detect.detection import Detection as Detection
    from hookline.detect.detection import kinds_of as kinds_of
    from hookline.detect.detection import redacted as redacted
    from hookline.detect.finder import holds_mask as holds_mask
    from hookline.detect.injection_scan import Suspicion as Suspicion
    from hookline.detect.injection_scan import suspicion as suspicion
    from hookline.detect.masking import mask as mask
    from hookline.detect.masking import mask_text as mask_text
    from hookline.detect.masking import may_hold_secret as may_hold_secret
    from hookline.detect.personal_scan import CONTACTS as CONTACTS
    from hookline.detect.personal_scan import PERSONAL_KINDS as PERSONAL_KINDS
    from hookline.detect.personal_scan import personal_data_in as personal_data_in
    from hookline.detect.reach import Reach as Reach
    from hookline.detect.reach import within_reach as within_reach
    from hookline.detect.secret_scan import secrets_in as secrets_in

_WHERE = {
    "secrets_in": "secret_scan",
    "personal_data_in": "personal_scan",
    "PERSONAL_KINDS": "personal_scan",
    "CONTACTS": "personal_scan",
    "suspicion": "injection_scan",
    "Suspicion": "injection_scan",
    "clip": "clipping",
    "mask": "masking",
    "mask_text": "masking",
    "may_hold_secret": "masking",
    "holds_mask": "finder",
    "Detection": "detection",
    "redacted": "detection",
    "kinds_of": "detection",
    "within_reach": "reach",
    "Reach": "reach",
}

__all__ = [*_WHERE]


def __getattr__(name: str) -> object:
    if name not in _WHERE:
        raise AttributeError(f"module 'hookline.detect' has no attribute {name!r}")
    import importlib

    return getattr(importlib.import_module(f"hookline.detect.{_WHERE[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
