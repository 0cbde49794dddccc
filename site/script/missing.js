// The page for addresses that lead nowhere: `/variables/nccl_Debug` means the page of that name,
// in whatever case it was written.

const root = document.documentElement.dataset.root;
const name = decodeURIComponent(location.pathname).split("/").filter(Boolean).pop() ?? "";

async function goOn() {
  if (!/^[a-z][a-z0-9_.]+$/i.test(name)) return;
  for (const folder of ["variables", "rules"]) {
    const own = folder === "rules" ? name.toUpperCase() : name.toLowerCase();
    const address = `${root}${folder}/${own}/`;
    if (new URL(address, location.href).pathname === location.pathname) continue;
    const answer = await fetch(address, { method: "HEAD" }).catch(() => null);
    if (answer?.ok) {
      location.replace(address + location.hash);
      return;
    }
  }
}

goOn();
