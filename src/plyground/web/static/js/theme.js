// Light or dark, before the first paint: a plain script, as modules wait for the page.

try {
  const { theme } = JSON.parse(localStorage.getItem("plyground.switches") ?? "{}") ?? {};
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // nothing stored: the system decides
}
