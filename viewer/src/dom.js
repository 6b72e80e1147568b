// SPDX-License-Identifier: BSD-3-Clause
//
// Elements of the page without ceremony.
export const $ = (id) => document.getElementById(id);

// h('button', {class: 'x', onclick: f, 'aria-label': '..'}, child, ..): a new element.
export function h(name, properties = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? '' : value);
  }
  return fill(element, ...children);
}

// Puts children in the place of what an element holds; null and undefined are none. The browser's
// own replaceChildren and append would write them out as words.
export function fill(element, ...children) {
  element.replaceChildren(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

const paths = {
  play: 'M7 4.5v15l12-7.5z',
  pause: 'M7 5h3.5v14H7zM13.5 5H17v14h-3.5z',
  first: 'M6 5h2v14H6zM19 5v14l-10-7z',
  last: 'M16 5h2v14h-2zM5 5v14l10-7z',
  back: 'M11 5v14l-9-7zM13 5h2v14h-2z',
  forward: 'M13 5v14l9-7zM9 5h2v14H9z',
  loop: 'M7 7h9V4l5 4.5-5 4.5v-3H9v3H6V8.500zM17 17H8v3l-5-4.500 5-4.500v3h7v-3h3v4.500z',
  eye: 'M12 5c5 0 9 4 10.500 7C21 15 17 19 12 19S3 15 1.500 12C3 9 7 5 12 5zm0 2.500a4.500 4.500 0 1 0 0 9 4.500 4.500 0 0 0 0-9zm0 2.200a2.300 2.300 0 1 1 0 4.600 2.300 2.300 0 0 1 0-4.600z',
  hidden:
    'M2.800 2.300l19 19-1.500 1.400-4-4A11 11 0 0 1 12 19C7 19 3 15 1.500 12c.800-1.600 2.300-3.400 4.300-4.800L1.400 3.700zM8 9.600A4.500 4.500 0 0 0 14.300 16zM12 5c5 0 9 4 10.500 7-.600 1.300-1.700 2.700-3.100 3.900l-3.200-3.200A4.500 4.500 0 0 0 11 7.700L8.700 5.500A11 11 0 0 1 12 5z',
  tree: 'M3 5h6v4H3zM11 6h10v2H11zM6 11h5v3H6zM13 11.500h8v2h-8zM6 17h5v3H6zM13 17.500h8v2h-8z',
  curve:
    'M3 3h2v16h16v2H3zM7 15c3 0 3-8 6-8 2.500 0 2.500 5 4.500 5 1 0 1.500-.500 2.500-2l1.500 1c-1 1.800-2.200 3-4 3-3.500 0-3.500-5-4.500-5-1.500 0-2 8-6 8z',
  moon: 'M20 14.500A8.500 8.500 0 0 1 9.500 4 8.500 8.500 0 1 0 20 14.500z',
  help: 'M12 2a10 10 0 1 1 0 20 10 10 0 0 1 0-20zm-1 13.500v2.200h2.200v-2.200zM8.500 9.500h2c0-1 .700-1.700 1.600-1.700s1.500.600 1.500 1.500c0 .800-.400 1.200-1.200 1.800-1 .700-1.500 1.400-1.500 2.900h2c0-.900.400-1.300 1.200-1.900 1-.700 1.600-1.500 1.600-2.900 0-2-1.500-3.300-3.500-3.300-2.100 0-3.700 1.400-3.700 3.600z',
  fit: 'M4 4h6v2H6v4H4zM14 4h6v6h-2V6h-4zM4 14h2v4h4v2H4zM18 14h2v6h-6v-2h4z',
  target:
    'M11 2h2v3.100A7 7 0 0 1 18.900 11H22v2h-3.100A7 7 0 0 1 13 18.900V22h-2v-3.100A7 7 0 0 1 5.100 13H2v-2h3.100A7 7 0 0 1 11 5.100zm1 5a5 5 0 1 0 0 10 5 5 0 0 0 0-10zm0 3a2 2 0 1 1 0 4 2 2 0 0 1 0-4z',
  trace:
    'M3 19c4 0 4-12 9-12 3.500 0 3.500 6 6 6 1.200 0 2-.600 3-2l1.500 1.200C21 14 19.800 15 18 15c-4 0-4-6-6-6-3 0-3.500 12-9 12zM20 6a2 2 0 1 1 0 .1z',
  top: 'M12 3a1 1 0 0 1 1 1v2.100c5 .600 9 2.900 9 5.900s-4 5.300-9 5.900V20a1 1 0 0 1-2 0v-2.100c-5-.600-9-2.900-9-5.900s4-5.300 9-5.900V4a1 1 0 0 1 1-1zm0 5c-4.800 0-8 2-8 4s3.200 4 8 4 8-2 8-4-3.200-4-8-4z',
  close: 'M6 4.500L12 10.500l6-6L19.500 6l-6 6 6 6-1.500 1.500-6-6-6 6L4.500 18l6-6-6-6z',
  layers:
    'M12 3l10 5.500L12 14 2 8.500zM4.500 12l7.500 4.200 7.500-4.200L22 13.500 12 19 2 13.500z',
};

export function icon(name) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  svg.classList.add('icon');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', paths[name]);
  svg.append(path);
  return svg;
}

export const button = (name, label, onclick, more = {}) =>
  h(
    'button',
    { class: 'tool', title: label, 'aria-label': label.replace(/ \(.*\)$/, ''), onclick, ...more },
    icon(name),
  );

// A number for people: enough digits, no noise.
export function show(value) {
  if (!Number.isFinite(value)) return '–';
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-3 || size >= 1e5)) return value.toExponential(3).replace('e+', 'e');
  return value.toFixed(size < 10 ? 4 : size < 1000 ? 3 : 1);
}
