// gemini-cli's `HookRunner` with one hook: counts on stdin, durations on stdout (see drive.py).
import { createInterface } from 'node:readline';
import { createRequire } from 'node:module';

const [hook, folder, payload] = process.argv.slice(2);
const installed = createRequire(`${process.cwd()}/`);
const core = installed.resolve('@google/gemini-cli-core/dist/src/hooks/hookRunner.js');
console.log = console.debug = () => {}; // its debug log goes to stdout, which is ours
const { HookRunner } = await import(core);

const runner = new HookRunner({
  isTrustedFolder: () => true,
  sanitizationConfig: { enableEnvironmentVariableRedaction: false },
  storage: { getPlansDir: () => folder },
});
const config = { type: 'command', command: hook, source: 'user' };
const input = {
  session_id: 'benchmark',
  cwd: folder,
  hook_event_name: 'BeforeTool',
  tool_name: 'run_shell_command',
  tool_input: JSON.parse(payload),
};

for await (const line of createInterface({ input: process.stdin })) {
  const took = [];
  for (let turn = 0; turn < Number(line); turn++) {
    const started = process.hrtime.bigint();
    const result = await runner.executeHook(config, 'BeforeTool', input);
    took.push(Number(process.hrtime.bigint() - started) / 1e9);
    if (!result.success || !result.stdout.includes('allow')) {
      console.error('the hook did not answer:', result);
      process.exit(1);
    }
  }
  process.stdout.write(`${JSON.stringify(took)}\n`);
}
