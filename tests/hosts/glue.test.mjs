// of: player
/** wasm-bindgen's glue as the player loads it. No browser is needed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asFactory } from '../../xtask/scripts.mjs';

/** @param {string} code */
const made = async (code) => {
  const { makeGlue } = await import(`data:text/javascript,${encodeURIComponent(asFactory(code))}`);
  return [makeGlue(), makeGlue()];
};

for (const [name, end] of [
  ['of a default function', 'export default async function init() { return count; }\n'],
  [
    'of a list, as wasm-bindgen writes it',
    'function __wbg_init() { return count; }\nfunction initSync() {}\nexport { initSync, __wbg_init as default };\n',
  ],
]) {
  test(`glue with exports ${name} becomes a function that makes independent instances`, async () => {
    const [one, other] = await made(`let count = 0;\nexport class Stage {}\nexport function load() { count += 1; }\n${end}`);
    one.load();
    assert.equal(await one.default(), 1);
    assert.equal(await other.default(), 0);
    assert.notEqual(one.Stage, other.Stage);
  });
}
