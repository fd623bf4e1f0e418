// Counts how often a conversation ended in an error, in a file of its own; after two in a row the agent is told to try again.
// AGENT_TELEMETRY_URL, where it is set, gets a summary of every run. Needs Bun.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

type Stop = {
  conversation_id: string;
  generation_id: string | null;
  model: string | null;
  status: 'completed' | 'aborted' | 'error';
  loop_count: number;
};
type Tally = { lastStatus: Stop['status']; errorCount: number; lastUpdatedIso: string };

const STATE = '.cursor/hooks/state/agent-metrics.json';
const RETRY = 'Two runs failed in a row, so this is an automatic retry. Check the credentials before going on.';

async function tallies(): Promise<Record<string, Tally>> {
  try {
    return JSON.parse(await readFile(STATE, 'utf8'));
  } catch {
    return {}; // the first run, or a file somebody broke: begin anew
  }
}

async function count(stop: Stop): Promise<Tally> {
  const all = await tallies();
  const errors = all[stop.conversation_id]?.errorCount ?? 0;
  const tally = {
    lastStatus: stop.status,
    errorCount: stop.status === 'error' ? errors + 1 : 0,
    lastUpdatedIso: new Date().toISOString(),
  };
  await mkdir(dirname(STATE), { recursive: true });
  await writeFile(STATE, JSON.stringify({ ...all, [stop.conversation_id]: tally }, null, 2));
  return tally;
}

async function report(stop: Stop, tally: Tally): Promise<void> {
  const url = process.env.AGENT_TELEMETRY_URL;
  if (!url) return;
  const body = {
    conversationId: stop.conversation_id,
    generationId: stop.generation_id,
    model: stop.model,
    status: stop.status,
    errorCount: tally.errorCount,
    loopCount: stop.loop_count,
    timestamp: tally.lastUpdatedIso,
  };
  await fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
}

try {
  const stop: Stop = JSON.parse(await Bun.stdin.text());
  const tally = await count(stop);
  await report(stop, tally);
  const retry = tally.errorCount >= 2 && stop.loop_count < 4;
  console.log(JSON.stringify(retry ? { followup_message: RETRY } : {}));
} catch (error) {
  console.error('track-stop failed:', error); // a broken counter must not look like a broken hook
  console.log('{}');
}
