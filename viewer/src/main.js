// SPDX-License-Identifier: BSD-3-Clause
//
// Puts the page together: data, model, stage, and the panels around it.
//
// The address may say what to show: #t=1.5 a time, and then nothing plays; #view=front;
// #select=NAME; #plot=COLUMN,..; #trace=NAME; #polhode=NAME; #theme=dark; #mode=2; #bend=100 how far flexible bodies bend; #stress=now, largest, off; #reactions; ?static: not to play.
import { Arrows } from './arrows.js';
import { Card } from './card.js';
import { Compass } from './compass.js';
import { Contacts, SLIPS, STICKS, TOUCHES } from './contacts.js';
import { readData } from './data.js';
import { $, h, icon } from './dom.js';
import { fillHelp } from './help.js';
import { listen } from './keyboard.js';
import { followRun } from './live.js';
import { Model } from './model.js';
import { Modes } from './modes.js';
import { Player } from './player.js';
import { Plots } from './plots.js';
import { Poinsot } from './poinsot.js';
import { Stage } from './stage.js';
import { Stresses } from './stresses.js';
import { Theme } from './theme.js';
import { Traces } from './traces.js';
import { Tree } from './tree.js';
import { Views } from './views.js';

const CROWD = { joint: 12, marker: 12 }; // more of a kind are hidden at first

class Viewer {
  constructor(result) {
    this.result = result;
    this.wanted = new URLSearchParams(location.hash.slice(1));
    this.model = new Model(result);
    this.contacts = new Contacts(this.model);
    this.arrows = new Arrows(this.model, this.contacts);
    this.traces = new Traces(this.model);
    this.model.root.add(this.arrows.root, this.contacts.root, this.traces.root);
    for (const kind of Object.keys(CROWD))
      if (this.crowded(kind)) this.showKind(kind, false, false);
    if (this.wanted.has('reactions')) this.arrows.set('reaction', true);
    this.stage = new Stage($('canvas'), this.model);
    this.poinsot = new Poinsot(this.stage, this.model);
    this.plots = new Plots($('plots'), result, (t) => this.player.jump(t));
    this.tree = new Tree($('tree'), this.listed(), {
      choose: (item) => this.choose(item, true),
      change: () => this.refresh(),
    });
    this.card = new Card($('card'), {
      result,
      plots: this.plots,
      now: () => this.player.t,
      contact: (item, t) => this.contacts.at(item, t),
      actions: (item) => this.actions(item),
      onClose: () => this.choose(null),
    });
    this.player = new Player($('player'), result, (t) => this.show(t));
    this.views = new Views($('views'), this);
    this.modes = new Modes($('views'), result, this.player, this.wanted.get('mode'));
    this.stresses = new Stresses($('bend'), this.model.bending, {
      change: () => this.refresh(),
      span: () => this.player,
      relative: Boolean(result.modes),
      wanted: { stress: this.wanted.get('stress'), scale: this.wanted.get('bend') },
    });
    this.theme = new Theme((colours) => this.paint(colours), this.wanted.get('theme'));
    this.compass = new Compass($('compass'), this.stage);
    this.stage.before.push(
      () => this.poinsot.show(this.player.t),
      () => this.compass.show(),
      () => this.contacts.face(this.stage.camera),
    );
    this.label();
    this.showContacts(true);
    this.panels();
    this.pointer();
    listen(this);
    this.theme.apply();
  }

  crowded(kind) {
    return this.model.items.filter((item) => item.kind === kind).length > CROWD[kind];
  }

  // Objects of the model, and what has columns but is none of them: energy, variables, requests.
  listed() {
    const known = new Set(this.model.items.map((item) => item.name));
    const others = [...this.result.objects.keys()].filter((name) => !known.has(name));
    return [...this.model.items, ...others.map((name) => ({ kind: 'quantity', name }))];
  }

  label() {
    const { result, model } = this,
      span = +(result.end - result.start).toPrecision(4);
    const count = (n, one, many) => (n === 1 ? `1 ${one}` : `${n} ${many}`);
    $('title').textContent = document.title = result.title;
    const kinds = (kind) => model.items.filter((item) => item.kind === kind).length;
    $('about').textContent = [
      count(model.groups.length, 'body', 'bodies'),
      kinds('joint') ? count(kinds('joint'), 'joint', 'joints') : null,
      kinds('contact') ? count(kinds('contact'), 'contact', 'contacts') : null,
      this.result.modes ? count(this.result.modes.list.length, 'mode', 'modes') : `${span} s`,
      result.notes.length ? 'thinned' : null,
      result.live ? 'running' : null,
    ]
      .filter(Boolean)
      .join(' · ');
    $('about').title = result.notes.join('\n');
    $('doubt').hidden = !result.doubtful;
    $('doubt').replaceChildren(h('b', {}, 'Doubtful'), ` ${result.doubtful}`);
    fillHelp($('help'), this);
    if (!model.groups.length)
      this.say(
        'No body is in this result: name some in the model’s outputs. Its curves are below.',
      );
    else if (model.missing)
      this.say(
        `${model.missing} of ${model.scene.bodies.length} bodies are not in the result: the model’s outputs leave them out.`,
        6000,
      );
  }

  panels() {
    $('tree-toggle').append(icon('tree'));
    $('plots-toggle').append(icon('curve'));
    $('help-toggle').append(icon('help'));
    $('tree-toggle').setAttribute('aria-label', 'Objects');
    $('plots-toggle').setAttribute('aria-label', 'Curves');
    $('tree-toggle').addEventListener('click', () => this.togglePanel('tree'));
    $('plots-toggle').addEventListener('click', () => this.togglePanel('plots'));
    $('help-toggle').addEventListener('click', () => this.help());
    $('inset-close').addEventListener('click', () => {
      this.poinsot.set(null);
      this.card.set(this.card.item);
    });
    if (window.innerWidth < 760) this.togglePanel('tree', false);
  }

  togglePanel(id, open = $(id).classList.contains('away')) {
    $(id).classList.toggle('away', !open);
    $('app').classList.toggle(`no-${id}`, !open);
    $(`${id}-toggle`).setAttribute('aria-expanded', String(open));
    // over a small picture there is room for one thing
    if (id === 'tree' && open && window.innerWidth < 760) this.card.set(null);
  }

  help() {
    $('help').open ? $('help').close() : $('help').showModal();
  }

  find() {
    this.togglePanel('tree', true);
    $('find').focus();
  }

  say(text, ms) {
    $('message').textContent = text;
    $('message').hidden = !text;
    clearTimeout(this.quiet);
    if (ms)
      this.quiet = setTimeout(() => {
        $('message').hidden = true;
      }, ms);
  }

  // A press that does not move is a choice.
  pointer() {
    const canvas = $('canvas');
    let down = null;
    canvas.addEventListener('pointerdown', (event) => {
      down = { x: event.clientX, y: event.clientY, button: event.button };
    });
    canvas.addEventListener('pointerup', (event) => {
      if (
        !down ||
        down.button !== 0 ||
        Math.hypot(event.clientX - down.x, event.clientY - down.y) > 4
      )
        return;
      const item = this.stage.pick(event.clientX, event.clientY);
      this.choose(item);
    });
    canvas.addEventListener('pointermove', (event) => {
      if (event.buttons || event.pointerType !== 'mouse') return;
      cancelAnimationFrame(this.hover);
      this.hover = requestAnimationFrame(() => {
        const item = this.model.many ? null : this.stage.pick(event.clientX, event.clientY);
        canvas.title = item ? item.name : '';
        canvas.style.cursor = item ? 'pointer' : '';
      });
    });
  }

  choose(item, fromTree = false) {
    this.chosen = item;
    this.model.highlight(item);
    this.tree.mark(item);
    if (item) this.plots.set(this.card.main(item));
    if (fromTree && window.innerWidth < 760) this.togglePanel('tree', false);
    this.card.set(item);
    // a hot spot is a place at a time
    if (item?.kind === 'spot') this.player.jump(item.time);
    this.stage.touch();
  }

  // What the card offers for an object.
  actions(item) {
    const list = [];
    if (item.kind === 'body')
      list.push({
        id: 'follow',
        name: 'target',
        label: 'Follow',
        on: this.stage.following === item,
        run: () => {
          this.stage.follow(this.stage.following === item ? null : item);
          this.views.marks(this.stage.following);
          return this.stage.following === item;
        },
      });
    if (item.kind === 'body' || item.kind === 'marker')
      list.push({
        id: 'trace',
        name: 'trace',
        label: 'Trace',
        on: this.traces.has(item),
        run: () => {
          const on = this.traces.toggle(item);
          this.refresh();
          return on;
        },
      });
    if (this.poinsot.can(item))
      list.push({
        id: 'polhode',
        name: 'top',
        label: 'Polhode',
        on: this.poinsot.item === item,
        run: () => {
          this.poinsot.set(this.poinsot.item === item ? null : item);
          return this.poinsot.item === item;
        },
      });
    return list;
  }

  showKind(kind, on, refresh = true) {
    for (const item of this.model.items) {
      if (item.kind !== kind) continue;
      item.hidden = !on;
      item.object.visible = on;
    }
    if (refresh) this.tree.fill();
  }

  // Arrows, discs and outlines, and what their colours mean.
  showContacts(on) {
    this.arrows.set('contact', on);
    this.contacts.set(on);
    const legend = $('legend');
    legend.hidden = !on || !this.contacts.list.some((contact) => contact.known);
    if (!legend.children.length)
      for (const [colour, text] of [
        [STICKS, 'sticks'],
        [SLIPS, 'slips'],
        [TOUCHES, 'touches'],
      ]) {
        const line = colour === TOUCHES ? `border:2px solid ${colour}` : `background:${colour}`;
        legend.append(h('span', {}, h('i', { style: line }), text));
      }
  }

  paint(colours) {
    this.model.paint(colours);
    this.stage.paint(colours);
    this.plots.renew();
  }

  show(t) {
    this.model.show(t, this.player);
    this.stresses?.show();
    this.arrows.show(t);
    this.contacts.show(t);
    this.traces.show(t);
    this.plots?.show(t);
    this.card?.show(t);
    this.stage?.keepUp();
    this.stage?.touch();
  }

  refresh() {
    this.show(this.player.t);
  }

  // More of a run that goes on: the same model, a longer result.
  grow(result) {
    const atEnd = this.player.t >= this.result.end - 1e-12;
    for (const name of [
      'time',
      'pos',
      'quat',
      'turns',
      'curveTime',
      'values',
      'base',
      'rows',
      'live',
      'notes',
      'doubtful',
    ])
      this.result[name] = result[name];
    this.result.cache.clear();
    this.model.bending.renew(result.bending);
    this.arrows.measured = false;
    this.model.measure();
    this.traces.renew();
    this.plots.renew();
    if (this.poinsot.item) this.poinsot.set(this.poinsot.item);
    this.label();
    this.player.set(atEnd ? this.result.end : this.player.t);
  }

  start() {
    const list = (name) => (this.wanted.get(name) ?? '').split(',').filter(Boolean);
    const first = this.model.byName.get(this.wanted.get('select'));
    if (first) this.choose(first);
    else {
      const body = this.model.groups[0];
      this.plots.set(
        list('plot').length
          ? list('plot')
          : body
            ? this.card.main(body)
            : [...this.result.columns.keys()].slice(0, 1),
      );
    }
    if (first && list('plot').length) this.plots.set(list('plot'));
    for (const name of list('trace')) {
      const item = this.model.byName.get(name);
      if (item) this.traces.toggle(item);
    }
    if (this.wanted.has('polhode'))
      this.poinsot.set(this.model.byName.get(this.wanted.get('polhode')) ?? this.model.groups[0]);
    if (first) this.card.set(first); // with what is switched on by now
    const view = this.wanted.get('view');
    if (view && [...this.views.view.options].some((option) => option.value === view)) {
      this.views.view.value = view;
      this.stage.view(view);
    }
    const still =
      this.wanted.has('t') ||
      new URLSearchParams(location.search).has('static') ||
      window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.player.set(
      this.wanted.has('t')
        ? +this.wanted.get('t') || 0
        : this.result.live
          ? this.result.end
          : this.player.start,
    );
    if (!still) this.player.play();
    const draw = () => {
      if (this.stage.draw()) this.pictures = (this.pictures ?? 0) + 1;
      requestAnimationFrame(draw);
    };
    draw();
    if (this.result.live) followRun(this);
  }
}

function fail(error) {
  const gl = /WebGL/i.test(String(error));
  $('message').hidden = false;
  $('message').textContent = gl
    ? 'This browser gives no WebGL, which the picture needs. Switch on hardware acceleration, or use another browser.'
    : `The page could not be shown: ${error.message}`;
  console.error(error);
}

try {
  const viewer = new Viewer(readData());
  window.polhode = viewer; // for tests, and for the curious
  viewer.start();
} catch (error) {
  fail(error);
}
