// of: page
/** Which files belong together, and which come again. No page is needed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

const { Entries } = await import('../../www/page/entries.js');
const { Entry } = await import('../../www/page/entry.js');
const { kindOf } = await import('../../www/page/file-kinds.js');
const { CompanionPool, EntryIndex, isSameFile } = await import('../../www/page/known-files.js');
const {
  catalogueFor,
  companionsFor,
  hasSkeletonFor,
  mayUse,
  offerFigure,
  picturesWith,
  retryWaiting,
  tryOtherFigures,
  usesCompanions,
  withCompanions,
} = await import('../../www/page/pairing.js');

/** @typedef {import('../../www/types.d.ts').Source} Source */
/** @typedef {import('../../www/types.d.ts').ClipSummary} ClipSummary */

const DATE = 1_700_000_000_000;

/** @param {string} path @param {string} [text] @returns {Source} */
function file(path, text = path) {
  const [, folder, name] = /** @type {RegExpExecArray} */ (/^(?:(.*)\/)?([^/]+)$/.exec(path));
  return { name, folder, blob: new File([text], name, { lastModified: DATE }) };
}

/** @param {...string} paths the newest first */
const known = (...paths) => paths.map((path) => ({ kind: kindOf(path), file: file(path) }));

/** @param {string} path @param {Partial<InstanceType<typeof Entry>>} [state] */
const entry = (path, state = {}) => Object.assign(new Entry(file(path)), state);

/** @param {Partial<ClipSummary>} info @returns {ClipSummary} */
const read = (info) => ({ format: 'AMC', frameCount: 2, duration: 1, skeletonFile: '', pictures: [], ...info });

/** @param {string} code @returns {import('../../www/types.d.ts').Fault} */
const fault = (code) => /** @type {any} */ ({ kind: 'parse', code, message: code });

/** What an entry is read with. @param {InstanceType<typeof Entry>} one @param {InstanceType<typeof Entry>[]} all @param {ReturnType<typeof known>} [files] */
const withAll = (one, all, files = []) => withCompanions(one, { all, known: files }, true);

/** @param {Source[] | undefined} sources */
const names = (sources) => (sources ?? []).map(({ name }) => name);

test('a motion gets the skeletons and skins of its family, the newest first', () => {
  const all = known('b.asf', 'skin.obj', 'a.asf', 'x.skel', 'keys.cfp', 'all.cmx', 'photo.png', 'other.bvh');
  assert.deepEqual(names(companionsFor(all, 'amc', { name: 'walk' }, '', true)), ['b.asf', 'skin.obj', 'a.asf']);
  assert.deepEqual(names(companionsFor(all, 'anim', { name: 'walk' }, '', true)), ['x.skel', 'keys.cfp', 'all.cmx']);
  assert.deepEqual(names(companionsFor(all, 'x3d', { name: 'walk' }, '', true)), ['photo.png']);
  // To read a file for its row in the list, no skin is needed.
  assert.deepEqual(names(companionsFor(all, 'amc', { name: 'walk' }, '', false)), ['b.asf', 'a.asf']);
});

test('a skeleton gets skins, an unknown file gets all, and BVH and parts get none', () => {
  const all = known('b.asf', 'skin.obj', 'x.skel', 'photo.png');
  assert.deepEqual(names(companionsFor(all, 'asf', { name: 'walk' }, '', true)), ['skin.obj']);
  assert.deepEqual(names(companionsFor(all, 'skel', { name: 'walk' }, '', true)), []);
  assert.deepEqual(names(companionsFor(all, '', { name: 'walk' }, '', true)), ['b.asf', 'skin.obj', 'x.skel', 'photo.png']);
  for (const kind of /** @type {const} */ (['bvh', 'obj', 'cfp', 'png']))
    assert.deepEqual(companionsFor(known('a.asf', 'a.png', 'a.cfp'), kind, { name: 'walk' }, '', true), []);
});

test('a motion keeps its present skeleton, and of too many those in its folder come first', () => {
  const few = known('c.asf', 'b.asf', 'a.asf');
  assert.deepEqual(names(companionsFor(few, 'amc', { name: 'walk' }, 'a.asf', true)), ['a.asf', 'c.asf', 'b.asf']);
  const many = known(...Array.from({ length: 300 }, (_, at) => `${at < 290 ? 'far' : 'near'}/${at}.asf`));
  const chosen = companionsFor(many, 'amc', { name: 'walk', folder: 'near' }, '5.asf', true);
  assert.equal(chosen.length, 200);
  assert.deepEqual(names(chosen.slice(0, 4)), ['5.asf', '290.asf', '291.asf', '292.asf']);
  // 200 fit: their order stays.
  assert.deepEqual(names(companionsFor(many.slice(100), 'amc', { name: 'walk', folder: 'near' }, '', true).slice(0, 2)), [
    '100.asf',
    '101.asf',
  ]);
});

test('arrays are read with body models, means and deviations, but never with themselves', () => {
  const entries = new Entries(() => {});
  const { motions } = entries.add(
    ['poses.npz', 'SMPLH_MALE.npz', 'walk.npy', 'Mean.npy', 'Std.npy', 'data_std.npy'].map((name) => file(name)),
  );
  const beside = (/** @type {string} */ name) =>
    names(
      withCompanions(/** @type {any} */ (motions.find(({ source }) => source.name === name)), entries, true).companions?.map(
        (each) => each,
      ) ?? [],
    );
  assert.deepEqual(beside('poses.npz'), ['SMPLH_MALE.npz', 'Mean.npy', 'Std.npy', 'data_std.npy']);
  assert.deepEqual(beside('SMPLH_MALE.npz'), ['Mean.npy', 'Std.npy', 'data_std.npy']);
});

test('a skeleton is there for parts of its family', () => {
  const all = known('a.asf', 'all.cmx');
  assert.equal(hasSkeletonFor(all, 'obj'), true);
  assert.equal(hasSkeletonFor(all, 'cfp'), false);
  assert.equal(hasSkeletonFor(all, ''), true);
  assert.equal(hasSkeletonFor(known('skin.obj'), ''), false);
});

test('samples keep their companions, and links theirs beside what the visitor has', () => {
  const sample = new Entry({ name: 'Walk', url: 'samples/march.amc', companions: [{ name: 'march.asf', url: 'samples/march.asf' }] });
  assert.equal(withAll(sample, [], known('a.asf')), sample.source);
  const linked = new Entry({
    name: 'walk.amc',
    url: 'https://example.com/walk.amc',
    untrusted: true,
    companions: [{ name: 'walk.asf', url: 'https://example.com/walk.asf' }],
  });
  assert.deepEqual(names(withAll(linked, [linked], known('a.asf')).companions), ['a.asf', 'walk.asf']);
  // Companions of an earlier time are replaced.
  linked.source = withAll(linked, [linked], known('a.asf'));
  assert.deepEqual(names(withAll(linked, [linked], known('b.asf')).companions), ['b.asf', 'walk.asf']);
});

test('a doubtful skeleton does not come before newer ones', () => {
  const all = known('new.asf', 'old.asf');
  const sure = entry('a.amc', { info: read({ skeletonFile: 'old.asf' }) });
  assert.deepEqual(names(withAll(sure, [sure], all).companions), ['old.asf', 'new.asf']);
  const doubtful = entry('a.amc', { info: /** @type {any} */ ({ ...read({ skeletonFile: 'old.asf' }), skeletonDoubt: 'names' }) });
  assert.deepEqual(names(withAll(doubtful, [doubtful], all).companions), ['new.asf', 'old.asf']);
});

test('a scene gets those that were opened together with it, the newest first, at most eight', () => {
  const together = Array.from({ length: 10 }, (_, at) => file(`${at}.x3d`));
  const all = together.map((source) => Object.assign(new Entry(source), { batch: together }));
  const alone = entry('alone.x3d', { batch: [] });
  const motion = entry('a.bvh', { batch: together });
  assert.deepEqual(names(withAll(all[9], [...all, alone, motion]).companions), [
    '8.x3d',
    '7.x3d',
    '6.x3d',
    '5.x3d',
    '4.x3d',
    '3.x3d',
    '2.x3d',
    '1.x3d',
  ]);
  assert.deepEqual(withAll(alone, [...all, alone]).companions, []);
  // A kept scene came with no others.
  assert.deepEqual(withAll(entry('kept.x3d'), [entry('kept too.x3d')]).companions, []);
});

test('a scene without a figure is tried once on the figures of others', () => {
  const figures = Array.from({ length: 25 }, (_, at) => entry(`${at}.x3d`, { info: read({ format: 'HAnim' }) }));
  const motion = entry('motion.x3d', { fault: fault('hanim.needs-skeleton') });
  const all = [
    ...figures,
    motion,
    entry('borrows.x3d', { info: read({ format: 'HAnim', skeletonFile: '1.x3d' }) }),
    entry('a.bvh', { info: read({ format: 'BVH' }) }),
  ];
  assert.equal(tryOtherFigures(all, motion), true);
  assert.equal(motion.fault, null);
  assert.deepEqual(
    names(withAll(motion, all, known('photo.png')).companions),
    Array.from({ length: 20 }, (_, at) => `${24 - at}.x3d`),
  );
  motion.fault = fault('hanim.no-fit');
  assert.equal(tryOtherFigures(all, motion), false);
  assert.equal(motion.waiting, true);
});

test('a scene that has a figure is not tried on others', () => {
  const figure = entry('figure.x3d', { info: read({ format: 'HAnim' }) });
  const broken = entry('broken.x3d', { fault: fault('x3d.syntax') });
  assert.equal(tryOtherFigures([figure, broken], figure), false);
  assert.equal(tryOtherFigures([figure, broken], broken), false);
  assert.ok(!figure.figureless && !broken.figureless && broken.fault);
});

test('a scene waits for a figure until one comes, and the last that asks for one is played', () => {
  const [motion, later] = ['motion.x3d', 'later.x3d'].map((name) => entry(name, { fault: fault('hanim.needs-skeleton') }));
  const unfit = entry('unfit.x3d', { fault: fault('hanim.no-fit') });
  const all = [motion, later, unfit];
  for (const each of all) assert.equal(tryOtherFigures(all, each), false);
  assert.equal(offerFigure(all, entry('a.bvh', { info: read({ format: 'BVH' }) })), undefined);
  assert.ok(all.every(({ fault: still }) => still));
  assert.equal(offerFigure(all, entry('figure.x3d', { info: read({ format: 'HAnim' }) })), later);
  assert.ok(all.every(({ fault: still }) => !still));
});

test('a figure is passed on without what it was read with', () => {
  const figure = entry('figure.x3d', { info: read({ format: 'HAnim' }) });
  figure.source = { ...figure.source, companions: [file('photo.png')] };
  const [passed] = withAll(entry('motion.x3d', { figureless: true }), [figure]).companions ?? [];
  assert.deepEqual(Object.keys(passed), ['name', 'folder', 'blob']);
});

test('a motion that waits is tried again with files of its family only', () => {
  const motion = entry('a.amc', { fault: fault('amc.needs-skeleton') });
  const broken = entry('b.amc', { fault: fault('amc.syntax') });
  const all = [motion, broken, entry('c.amc')];
  assert.equal(motion.waiting, true);
  assert.deepEqual(retryWaiting(all, []), []);
  assert.deepEqual(retryWaiting(all, [file('a.skel'), file('a.png')]), []);
  assert.ok(motion.fault);
  assert.deepEqual(retryWaiting(all, [file('a.skel'), file('unnamed')]), [motion]);
  assert.equal(motion.fault, null);
  assert.ok(broken.fault);
  assert.deepEqual(retryWaiting(all, [file('a.asf')]), []);
});

test('the current clip may use what comes, unless it is a sample, a BVH file or a skeleton that another replaces', () => {
  const fresh = [file('a.asf')];
  assert.equal(mayUse(entry('a.amc'), fresh, true), true);
  assert.equal(mayUse(entry('a.amc'), [], false), false);
  assert.equal(mayUse(entry('a.anim'), fresh, true), false);
  assert.equal(mayUse(entry('b.bvh'), [file('b.bvh')], false), false);
  assert.equal(mayUse(entry('old.asf'), fresh, true), false);
  assert.equal(mayUse(entry('old.asf'), [file('skin.obj')], false), true);
  assert.equal(mayUse(new Entry({ name: 'march.amc', url: 'samples/march.amc' }), fresh, true), false);
});

test('companions that come later change a pose and what has a skeleton or pictures', () => {
  assert.equal(usesCompanions(entry('a.amc')), false);
  assert.equal(usesCompanions(entry('a.amc', { info: read({}) })), false);
  assert.equal(usesCompanions(entry('a.amc', { info: read({ skeletonFile: 'a.asf' }) })), true);
  assert.equal(usesCompanions(entry('a.x3d', { info: read({ format: 'HAnim', pictures: ['a.png'] }) })), true);
  assert.equal(usesCompanions(entry('a.asf', { info: read({ format: 'ASF', frameCount: 1 }) })), true);
  assert.equal(usesCompanions(entry('a.bvh', { info: read({ format: 'BVH', frameCount: 1 }) })), false);
});

test('a catalogue that holds a skeleton finds one that may use it', () => {
  const broken = entry('broken.cmx', { fault: fault('sims.syntax') });
  const other = entry('other.cmx', { info: read({ format: 'ANIM', skeletonFile: 'other.skel' }) });
  const user = entry('user.bcf', { info: read({ format: 'ANIM', skeletonFile: 'all.cmx' }) });
  const unread = entry('unread.bcf');
  assert.equal(catalogueFor([broken, other, entry('a.anim'), user], 'all.cmx'), user);
  assert.equal(catalogueFor([broken, other, unread, user], 'all.cmx'), unread);
  assert.equal(catalogueFor([broken, other], 'all.cmx'), undefined);
});

test('pictures belong to what they were opened with', () => {
  const batch = [file('a.x3d'), file('skin.png'), file('photo.JPG'), file('b.bvh')];
  const scene = Object.assign(new Entry(batch[0]), { batch });
  assert.deepEqual(names(picturesWith([entry('c.x3d'), scene], batch[0])), ['skin.png', 'photo.JPG']);
  assert.deepEqual(picturesWith([scene], file('a.x3d')), []);
  assert.deepEqual(picturesWith([scene], null), []);
});

test('a file that is opened again is known by folder, size and date', () => {
  assert.equal(isSameFile(file('a.bvh'), file('a.bvh')), true);
  assert.equal(isSameFile(file('a.bvh'), file('b.bvh')), false);
  assert.equal(isSameFile(file('a.bvh', 'one'), file('a.bvh', 'another')), false);
  assert.equal(isSameFile(file('x/a.bvh', 'one'), file('y/a.bvh', 'one')), false);
  assert.equal(isSameFile(file('xy/a.bvh', 'one'), file('y/a.bvh', 'one')), false);
  // One was opened alone, or in a part of the folder.
  assert.equal(isSameFile(file('x/a.bvh', 'one'), file('a.bvh', 'one')), true);
  assert.equal(isSameFile(file('y/a.bvh', 'one'), file('x/y/a.bvh', 'one')), true);
  assert.equal(
    isSameFile({ name: 'a.bvh', url: 'https://example.com/1/a.bvh' }, { name: 'a.bvh', url: 'https://example.com/2/a.bvh' }),
    false,
  );
});

test('an entry is found for its file, and each file added once', () => {
  const old = entry('a.bvh', { info: read({ format: 'BVH' }) });
  const index = new EntryIndex([old]);
  assert.equal(index.find(file('a.bvh')), old);
  assert.equal(index.find(file('a.bvh', 'changed')), undefined);
  const fresh = index.add(entry('b.bvh'));
  assert.equal(index.find(file('b.bvh')), fresh);
  assert.deepEqual(index.added, [fresh]);
});

test('newer companions replace those of the same name, and come first', () => {
  const pool = new CompanionPool();
  assert.deepEqual(names(pool.add([file('a.asf'), file('b.asf')])), ['a.asf', 'b.asf']);
  const { version } = pool;
  assert.deepEqual(pool.add([file('a.asf')]), []);
  assert.equal(pool.version, version);
  assert.deepEqual(names(pool.add([file('b.asf', 'changed'), file('a.asf')])), ['b.asf']);
  assert.ok(pool.version > version);
  assert.deepEqual(
    pool.files.map(({ file: { name } }) => name),
    ['b.asf', 'a.asf'],
  );
  // Of one name from two folders, both stay.
  pool.add([file('x/c.asf'), file('y/c.asf')]);
  assert.equal(pool.files.length, 4);
  pool.forget(file('a.asf'));
  assert.deepEqual(
    pool.files.map(({ file: { name } }) => name),
    ['c.asf', 'c.asf', 'b.asf'],
  );
});

test('what the content says decides over the name', () => {
  const pool = new CompanionPool();
  pool.add([file('misnamed.amc')], 'asf');
  assert.equal(pool.files[0].kind, 'asf');
  assert.deepEqual(names(companionsFor(pool.files, 'amc', { name: 'walk' }, '', true)), ['misnamed.amc']);
});

/** @param {InstanceType<typeof Entry>[]} entries */
const named = (entries) => names(entries.map(({ source }) => source));

test('a motion and its skeleton find each other in either order', () => {
  for (const [first, second] of [
    ['a.amc', 'a.asf'],
    ['a.asf', 'a.amc'],
  ]) {
    const entries = new Entries(() => {});
    entries.add([file(first)]);
    const motion = entries.all.find(({ kind }) => kind === 'amc');
    if (motion) motion.fault = fault('amc.needs-skeleton');
    const { waiting } = entries.add([file(second)]);
    assert.deepEqual(waiting, motion ? [motion] : []);
    assert.deepEqual(named(entries.all), [first, second]);
    const [amc] = entries.all.filter(({ kind }) => kind === 'amc');
    assert.deepEqual(names(withCompanions(amc, entries, true).companions), ['a.asf']);
  }
});

test('files that come again keep their entries, and a newer skeleton replaces one of its name', () => {
  let changes = 0;
  const entries = new Entries(() => {
    changes += 1;
  });
  const first = entries.add([file('a.amc'), file('a.asf'), file('all.cmx'), file('skin.obj')]);
  assert.deepEqual(
    [named(first.motions), named(first.skeletons), names(first.fresh)],
    [['a.amc', 'all.cmx'], ['a.asf'], ['a.asf', 'all.cmx', 'skin.obj']],
  );
  const [motion] = first.motions;
  const [skeleton] = first.skeletons;
  Object.assign(skeleton, { info: read({ format: 'ASF', frameCount: 1 }) });

  const again = entries.add([file('a.amc'), file('a.asf')]);
  assert.equal(again.motions[0], motion);
  assert.equal(again.skeletons[0], skeleton);
  assert.deepEqual(again.fresh, []);
  assert.ok(skeleton.info);
  const newer = file('a.asf', 'changed');
  assert.equal(entries.add([newer]).skeletons[0], skeleton);
  assert.equal(skeleton.source, newer);
  assert.equal(skeleton.info, null);
  assert.equal(entries.all.length, 3);
  assert.equal(changes, 3);
});

test('a file that turns out to be a skeleton wakes the motions that wait for it', () => {
  const entries = new Entries(() => {});
  entries.add([file('pose.amc'), file('b.amc'), file('c.amc')]);
  const [pose, ...motions] = entries.all;
  for (const motion of motions) motion.fault = fault('amc.needs-skeleton');
  pose.info = read({ format: 'ASF', frameCount: 1 });
  assert.equal(entries.learnSkeleton(pose), motions[1]);
  assert.equal(pose.kind, 'asf');
  assert.ok(motions.every((motion) => !motion.fault));
  assert.deepEqual(names(withCompanions(motions[0], entries, true).companions), ['pose.amc']);
  // A skeleton is registered once.
  assert.equal(entries.learnSkeleton(pose), undefined);
});

test('a skeleton that is removed is no companion any more, and samples are not the visitor\u2019s own', () => {
  const entries = new Entries(() => {});
  const sample = entries.push({ name: 'Walk', url: 'samples/walk.bvh' });
  entries.add([file('a.asf'), file('skin.obj'), file('a.amc')]);
  const [skeleton, motion] = entries.own;
  assert.deepEqual(entries.samples, [sample]);
  entries.forget([skeleton]);
  assert.deepEqual(entries.all, [sample, motion]);
  assert.deepEqual(names(entries.known.map((each) => each.file)), ['skin.obj']);
  assert.equal(entries.of(motion.source), motion);
  assert.equal(entries.of(skeleton.source), undefined);
});
