// Runs before the first paint: the theme somebody chose with the switch, if anybody did. Not a module, because those come later.
(() => {
  try {
    const chosen = localStorage.getItem("hookline-theme");
    if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
  } catch {
    // Storage is off: the system's theme it is.
  }
})();
