// SPDX-License-Identifier: BSD-3-Clause
//
// A run that goes on: its page asks for more until it has ended.
import { Result } from './data.js';

const PAUSE = 1000; // [ms] between two questions

export function followRun(viewer) {
  let failures = 0;
  const ask = async () => {
    try {
      const answer = await fetch('data', { cache: 'no-store' });
      if (!answer.ok) throw new Error(answer.statusText);
      const data = new Result(await answer.json());
      failures = 0;
      viewer.grow(data);
      if (!data.live) return;
    } catch {
      // the command may have been ended: what is here stays
      if (++failures > 5) {
        viewer.say('the run is no longer served; what came so far stays');
        return;
      }
    }
    setTimeout(ask, PAUSE);
  };
  setTimeout(ask, PAUSE);
}
