// Sets the remembered theme before anything is drawn; that is why it blocks.
(() => {
  const root = document.documentElement;
  root.classList.add("scripted");
  // A filter or a search will fill the page.
  if (location.search) root.classList.add("asked");
  try {
    const theme = localStorage.getItem("theme");
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  } catch {
    // Storage may be switched off; then the system's setting counts.
  }
})();
