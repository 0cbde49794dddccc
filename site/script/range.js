// Shows the releases between two, with the choice in the address.

import { count } from "./dom.js";

const form = document.getElementById("range");
if (form) {
  const { from, to } = form.elements;
  const sections = [...document.querySelectorAll("section[data-release]")];
  const order = sections.map((section) => section.dataset.release);
  const show = () => {
    // Newest first: what comes after the newest and before the oldest is left out.
    const newest = order.indexOf(to.value);
    const oldest = from.value ? order.indexOf(from.value) : order.length;
    let changes = 0;
    sections.forEach((section, at) => {
      section.hidden = at < newest || at >= oldest;
      if (!section.hidden) changes += section.querySelectorAll("li").length;
    });
    form.querySelector("output").textContent = count(changes, "{n} change", "{n} changes");
  };
  const wanted = new URLSearchParams(location.search);
  if (order.includes(wanted.get("from"))) from.value = wanted.get("from");
  if (order.includes(wanted.get("to"))) to.value = wanted.get("to");
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("change", () => {
    const query = new URLSearchParams();
    if (from.value) query.set("from", from.value);
    if (to.value !== order[0]) query.set("to", to.value);
    const text = query.toString();
    history.replaceState(null, "", text ? `?${text}` : location.pathname);
    show();
  });
  show();
}
