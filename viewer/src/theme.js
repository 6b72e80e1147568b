// SPDX-License-Identifier: BSD-3-Clause
//
// Light or dark: as the system has it, until the reader chooses.
import { $, icon } from './dom.js';

const system = window.matchMedia('(prefers-color-scheme: dark)');

export class Theme {
  constructor(onChange, wanted) {
    this.onChange = onChange;
    this.chosen = wanted === 'dark' || wanted === 'light' ? wanted : null;
    system.addEventListener('change', () => this.apply());
    $('theme').append(icon('moon'));
    $('theme').addEventListener('click', () => this.toggle());
  }

  get dark() {
    return this.chosen ? this.chosen === 'dark' : system.matches;
  }

  toggle() {
    this.chosen = this.dark ? 'light' : 'dark';
    this.apply();
  }

  apply() {
    document.documentElement.dataset.theme = this.dark ? 'dark' : 'light';
    $('theme').setAttribute('aria-pressed', String(this.dark));
    const css = getComputedStyle(document.documentElement),
      of = (name) => css.getPropertyValue(name).trim();
    this.onChange({
      dark: this.dark,
      ink: of('--icon'),
      soft: of('--soft'),
      floor: of('--ground'),
      grid: of('--grid'),
      paper: of('--paper'),
    });
  }
}
