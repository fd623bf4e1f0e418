// The theme switch in the header: as the system, light, dark.

const WORDS = { system: "Theme: system", light: "Theme: light", dark: "Theme: dark" };
const NEXT = { system: "light", light: "dark", dark: "system" };

function show(button, theme) {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  button.textContent = WORDS[theme];
}

function keep(theme) {
  try {
    if (theme === "system") localStorage.removeItem("hookline-theme");
    else localStorage.setItem("hookline-theme", theme);
  } catch {
    // Storage is off: it holds until the next page.
  }
}

export function start(button) {
  let theme = document.documentElement.dataset.theme ?? "system";
  button.hidden = false;
  show(button, theme);
  button.addEventListener("click", () => {
    theme = NEXT[theme];
    show(button, theme);
    keep(theme);
  });
}
