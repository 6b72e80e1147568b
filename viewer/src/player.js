// SPDX-License-Identifier: BSD-3-Clause
//
// The clock: play, pause, scrub, step, speed, loop. Others are told of each new time.
import { button, h, icon } from './dom.js';

const SPEEDS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50];

const speedText = (s) => (s >= 1 ? `${s}×` : `1/${Math.round(1 / s)}×`);

export class Player {
  constructor(place, result, onTime) {
    this.result = result;
    this.onTime = onTime;
    this.t = result.start;
    this.playing = false;
    this.looping = true;
    this.speed = this.fittingSpeed();
    this.build(place);
    this.set(result.start);
  }

  // A run shows itself in some seconds to a minute.
  fittingSpeed() {
    const span = this.result.end - this.result.start;
    if (!(span > 0) || (span >= 4 && span <= 90)) return 1;
    const wanted = span / 8;
    return SPEEDS.reduce((best, s) =>
      Math.abs(Math.log(s / wanted)) < Math.abs(Math.log(best / wanted)) ? s : best,
    );
  }

  build(place) {
    this.playButton = button('play', 'Play (space)', () => this.toggle(), {
      id: 'play',
      class: 'tool play',
    });
    this.slider = h('input', {
      type: 'range',
      id: 'scrub',
      min: 0,
      max: 1,
      step: 'any',
      value: 0,
      'aria-label': 'Time',
      oninput: () => {
        this.pause();
        this.set(this.start + this.slider.value * this.span);
      },
    });
    this.clock = h('output', { id: 'clock', for: 'scrub', 'aria-label': 'Time shown' });
    this.loopButton = button('loop', 'Repeat (l)', () => this.loop(!this.looping), {
      id: 'loop',
      'aria-pressed': 'true',
    });
    this.speedSelect = h(
      'select',
      {
        id: 'speed',
        'aria-label': 'Speed',
        title: 'Speed',
        onchange: () => {
          this.speed = +this.speedSelect.value;
        },
      },
      ...SPEEDS.map((s) => h('option', { value: s, selected: s === this.speed }, speedText(s))),
    );
    place.replaceChildren(
      h(
        'div',
        { class: 'buttons' },
        button('first', 'To the start (home)', () => this.jump(this.start), { id: 'first' }),
        button('back', 'A frame back (left)', () => this.step(-1), { id: 'back' }),
        this.playButton,
        button('forward', 'A frame on (right)', () => this.step(1), { id: 'forward' }),
        button('last', 'To the end (end)', () => this.jump(this.end), { id: 'last' }),
      ),
      this.slider,
      this.clock,
      this.loopButton,
      this.speedSelect,
    );
  }

  // `range`, where somebody has set one: the clock keeps within it.
  get start() {
    return this.range ? this.range.from : this.result.start;
  }
  get end() {
    return this.range ? this.range.to : this.result.end;
  }
  get span() {
    return Math.max(this.end - this.start, 1e-300);
  }

  set(t) {
    this.t = Math.min(Math.max(t, this.start), this.end);
    this.slider.value = (this.t - this.start) / this.span;
    const digits = this.span < 0.5 ? 5 : this.span < 50 ? 3 : 2;
    this.clock.textContent = `${this.t.toFixed(digits)} / ${+this.end.toPrecision(6)} s`;
    this.slider.setAttribute('aria-valuetext', `${this.t.toFixed(digits)} seconds`);
    this.onTime(this.t);
  }

  jump(t) {
    this.pause();
    this.set(t);
  }

  // To the next or last frame of the result, exactly.
  step(count) {
    const { time } = this.result,
      { i } = this.result.frameAt(this.t);
    const between = time[i] < this.t && count < 0 ? 1 : 0;
    this.jump(time[Math.min(Math.max(i + count + between, 0), time.length - 1)] ?? 0);
  }

  toggle() {
    this.playing ? this.pause() : this.play();
  }

  play() {
    if (this.playing || !(this.end > this.start)) return;
    if (this.t >= this.end) this.set(this.start);
    this.playing = true;
    this.last = performance.now();
    this.mark();
    const tick = (now) => {
      if (!this.playing) return;
      // a page in the background sleeps: time shall not leap when it wakes
      const dt = Math.min((now - this.last) / 1000, 0.25);
      this.last = now;
      this.advance(dt * this.speed);
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  }

  advance(dt) {
    const t = this.t + dt;
    if (t < this.end) this.set(t);
    else if (this.looping && !this.result.live) this.set(this.start);
    else {
      this.set(this.end);
      if (!this.result.live) this.pause();
    }
  }

  pause() {
    if (!this.playing) return;
    this.playing = false;
    this.mark();
  }

  loop(on) {
    this.looping = on;
    this.loopButton.setAttribute('aria-pressed', String(on));
  }

  mark() {
    this.playButton.replaceChildren(icon(this.playing ? 'pause' : 'play'));
    this.playButton.setAttribute('aria-label', this.playing ? 'Pause' : 'Play');
    this.playButton.setAttribute('aria-pressed', String(this.playing));
  }

  faster(steps) {
    const at = SPEEDS.indexOf(this.speed) + steps;
    this.speed = SPEEDS[Math.min(Math.max(at, 0), SPEEDS.length - 1)];
    this.speedSelect.value = String(this.speed);
  }
}
