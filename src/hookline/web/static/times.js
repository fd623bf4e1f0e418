// Times told from now ("3 min ago") stay true while the page is open; the exact time is in the title.

const STEPS = [
  [60, 1, "s"],
  [3600, 60, "min"],
  [86_400, 3600, "h"],
  [Infinity, 86_400, "d"],
];

export function ago(at, now = Date.now() / 1000) {
  const passed = Math.max(0, now - at);
  if (passed < 2) return "now";
  const [, unit, word] = STEPS.find(([limit]) => passed < limit);
  return `${Math.floor(passed / unit)} ${word} ago`;
}

export function exactly(at) {
  return new Date(at * 1000).toISOString().replace("T", " ").replace(/\.\d+Z$/, " UTC");
}

function refresh() {
  if (document.hidden) return;
  for (const time of document.querySelectorAll("time[data-at]")) {
    const told = ago(Number(time.dataset.at));
    if (time.textContent !== told) time.textContent = told;
  }
}

export function start() {
  refresh();
  setInterval(refresh, 10_000);
  document.addEventListener("visibilitychange", refresh);
}
