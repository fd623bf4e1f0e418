// New executions arrive as they happen (server-sent events) and are put on top, newest first, without a reload.
// The address's filters go along, so only what the page shows anyway arrives. After a break the browser goes on where it was.

import { ago, exactly } from "./times.js";
import { marked } from "./marks.js";

/** So many rows stay in the page; older ones are a link away. */
const MOST = 2000;
const TONES = { denied: "deny", ask: "ask", allowed: "allow" };
const WORDS = { ask: "asks" };

function duration(ms) {
  if (ms >= 1000) return `${(ms / 1000).toFixed(1)} s`;
  return ms < 10 ? `${ms.toFixed(1)} ms` : `${ms.toFixed(0)} ms`;
}

function badge(tone, word) {
  const made = document.createElement("span");
  made.className = `badge ${tone}`;
  made.textContent = word;
  return made;
}

function row(one) {
  const made = document.getElementById("row").content.cloneNode(true).firstElementChild;
  made.dataset.id = one.id;
  const time = made.querySelector("time");
  time.dataset.at = one.at;
  time.dateTime = new Date(one.at * 1000).toISOString();
  time.title = exactly(one.at);
  time.textContent = ago(one.at);
  made.querySelector(".event").textContent = one.event;
  const link = made.querySelector("a");
  link.href = `/executions/${one.id}`;
  link.title = one.because;
  link.querySelector("code").append(...marked(one.subject || one.because));
  const verdict = made.querySelector(".verdict-of");
  verdict.append(badge(TONES[one.decided] ?? "none", WORDS[one.decided] ?? one.decided));
  if (one.failed) verdict.append(" ", badge("failure", one.failed === 1 ? "1 failure" : `${one.failed} failures`));
  if (one.overruled) verdict.append(" ", badge("ask", `${one.overruled} overruled`));
  made.querySelector(".took").textContent = duration(one.duration_ms);
  return made;
}

/** Puts waiting rows on top in one go, so that a flood of events is one layout and not hundreds. */
function flush(rows, waiting) {
  const piece = document.createDocumentFragment();
  for (const one of waiting.splice(0).reverse()) piece.append(row(one));
  rows.prepend(piece);
  while (rows.children.length > MOST) rows.lastElementChild.remove();
  document.getElementById("found").hidden = false;
  document.getElementById("nothing")?.remove();
}

export function start(rows) {
  const state = document.getElementById("live");
  const say = (word, text) => {
    if (state.dataset.state !== word) state.textContent = text;
    state.dataset.state = word;
  };
  const wanted = new URLSearchParams(location.search);
  wanted.set("after", rows.dataset.after);
  const waiting = [];
  let newest = Number(rows.dataset.after);
  let planned = 0;
  const events = new EventSource(`/api/events?${wanted}`);
  events.addEventListener("open", () => say("on", "Live"));
  events.addEventListener("error", () => say("off", "Not live: the server is not responding"));
  events.addEventListener("execution", (message) => {
    const one = JSON.parse(message.data);
    if (one.id <= newest) return;
    newest = one.id;
    waiting.push(one);
    planned ||= requestAnimationFrame(() => {
      planned = 0;
      flush(rows, waiting);
    });
  });
  addEventListener("pagehide", () => events.close());
}
