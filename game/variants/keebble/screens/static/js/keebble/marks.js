/* Small pieces of the page: elements, a figure drawn by its style, the mark of a seat. */
export function element(tag, look, ...inside) {
  const made = document.createElement(tag);
  made.className = look;
  made.append(...inside);
  return made;
}

export function figure(look, shown, tag = "span") {
  const made = element(tag, look);
  made.dataset.t = shown;
  return made;
}

export const markOf = (number) => element("span", `kseat-${number}`, element("i", "mk"));
