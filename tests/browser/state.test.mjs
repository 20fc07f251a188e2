// of: player
/** The state of a player: its transitions need no browser. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Load } from '../../www/player/session/load.js';
import { NETWORK, READY, State } from '../../www/player/session/state.js';

/** @typedef {import('../../www/player/session/state.js').Shown} Shown */

/** @param {string} name */
const source = (name) => ({ name, written: name, url: `https://example.org/${name}` });
/** @param {Load} load @param {boolean} [complete] */
const shownBy = (load, complete = true) =>
  /** @type {Shown} */ (/** @type {unknown} */ ({ source: load.source, info: { complete }, packets: load.packets, complete: false }));

/** A state that shows a whole clip. */
function showing() {
  const state = new State();
  const load = new Load(source('first.bvh'), {});
  state.request(load);
  state.adopt(load, shownBy(load));
  state.complete(load, /** @type {any} */ ({ complete: true }));
  return state;
}

test('a requested clip is shown when the stage has its first packets, and whole when all has been read', () => {
  const state = new State();
  assert.deepEqual([state.network, state.readyState, state.requested], [NETWORK.EMPTY, READY.NOTHING, null]);
  const load = new Load(source('walk.bvh'), {});
  state.request(load);
  assert.deepEqual([state.network, state.replacing, state.requested?.name], [NETWORK.NO_SOURCE, true, 'walk.bvh']);
  state.adopt(load, shownBy(load, false));
  assert.deepEqual([state.replacing, state.readyState, load.partial], [false, READY.FUTURE, true]);
  state.complete(load, /** @type {any} */ ({ complete: true }));
  assert.deepEqual([state.load, state.network, state.readyState, state.shown?.info.complete], [null, NETWORK.IDLE, READY.ENOUGH, true]);
});

test('a clip that fails after its first frames gives way to the one before, with its place and settings', () => {
  const state = showing();
  Object.assign(state.place, { time: 1.5, camera: '40,10,4,0,0.9,1' });
  state.plays = true;
  state.settings.values.range = [1, 2];
  const first = state.shown;
  const load = new Load(source('cut.bvh'), {});
  state.request(load);
  state.adopt(load, shownBy(load, false));
  Object.assign(state.place, { time: 0, camera: '' });
  state.settings.values.range = null;
  assert.ok(load.replaced);
  const { before } = state;
  state.fail(load);
  assert.deepEqual([state.load, state.network], [null, NETWORK.NO_SOURCE]);
  assert.ok(before?.plays);
  state.revert(before);
  assert.equal(state.shown, first);
  assert.deepEqual([state.place, state.settings.values.range], [{ time: 1.5, camera: '40,10,4,0,0.9,1' }, [1, 2]]);
});

test('a clip stays while the next is read, and when the visitor stops reading that', () => {
  const state = showing();
  const first = state.shown;
  const load = new Load(source('long.bvh'), {});
  state.request(load);
  assert.deepEqual([state.shown, state.readyState], [first, READY.NOTHING]);
  state.cancel(load, { kind: 'aborted', message: 'stopped' });
  assert.deepEqual([state.shown, state.cancelled, state.failure?.source?.name, state.network], [first, true, 'long.bvh', NETWORK.EMPTY]);
});

test('the part of a clip that was read stays when the visitor stops reading, and is no failure of its source', () => {
  const state = new State();
  const load = new Load(source('long.bvh'), {});
  state.request(load);
  state.adopt(load, shownBy(load, false));
  state.cancel(load, { kind: 'aborted', message: 'stopped' });
  assert.deepEqual(
    [state.failure?.source, state.failure?.after, state.network, state.readyState],
    [null, 'metadata', NETWORK.IDLE, READY.FUTURE],
  );
});

test('another skeleton changes neither the network’s state nor what has been drawn', () => {
  const state = showing();
  state.drawn = true;
  state.selected = 3;
  const load = new Load(source('first.bvh'), {}, 'exchange', { ...state.place });
  state.request(load);
  assert.deepEqual([state.replacing, state.network], [false, NETWORK.IDLE]);
  state.adopt(load, shownBy(load));
  state.complete(load, /** @type {any} */ ({ complete: true }));
  assert.deepEqual([state.drawn, state.selected, state.network], [true, 3, NETWORK.IDLE]);
});

test('emptied, a player has nothing, and one that never had a source stays empty', () => {
  const state = showing();
  Object.assign(state, { plays: true, address: 'x', pending: { seconds: 2 } });
  state.empty();
  assert.deepEqual([state.shown, state.plays, state.address, state.pending, state.network], [null, false, '', null, NETWORK.NO_SOURCE]);
  const fresh = new State();
  fresh.empty();
  assert.equal(fresh.network, NETWORK.EMPTY);
});
