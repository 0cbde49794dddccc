// Sets the remembered theme before anything is drawn; that is why it blocks.
(() => {
  const root = document.documentElement;
  root.classList.add("scripted");
  try {
    const theme = localStorage.getItem("theme");
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  } catch {
    // Storage may be switched off; then the system's setting counts.
  }
})();
