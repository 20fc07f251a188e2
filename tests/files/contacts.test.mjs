// of: actors
/** Feet on the ground, against 400 labels given by hand: both feet in 200 frames of four motions. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { marey } from './support/marey.mjs';

const corpus = process.env.MAREY_CORPUS;

/**
 * Labels of 50 frames each, `step` frames apart, and for each foot the frames from and to which it stands on the ground. They were given
 * from tables of the heights and speeds of the joints of both feet, without knowing what the program says: a foot stands from the frame in
 * which its heel, ball or toes are at rest, or roll, at their usual lowest place, to the last in which one of them is and moves with less
 * than about a seventh of the speed of its swing. Single jumps of a joint, which are noise of the capture, did not count.
 * @type {{ files: string[], first: number, step: number, feet: Record<string, [number, number][]> }[]}
 */
const LABELS = [
  {
    files: ['acclaim/usc_07_walk.amc', 'acclaim/usc_07_walk.asf'],
    first: 0,
    step: 6,
    feet: {
      lfoot: [
        [30, 150],
        [228, 294],
      ],
      rfoot: [
        [0, 48],
        [132, 240],
      ],
    },
  },
  {
    files: ['bvh/cmu_jumping_jacks.bvh'],
    first: 10,
    step: 2,
    feet: {
      LeftAnkle: [
        [10, 20],
        [30, 36],
        [46, 52],
        [62, 68],
        [78, 82],
        [94, 100],
        [108, 108],
      ],
      RightAnkle: [
        [10, 18],
        [32, 34],
        [46, 50],
        [62, 66],
        [78, 82],
        [94, 98],
      ],
    },
  },
  {
    files: ['bvh/pymo_8walk.bvh'],
    first: 300,
    step: 6,
    feet: {
      LeftFoot: [
        [300, 300],
        [360, 414],
        [468, 528],
        [588, 594],
      ],
      RightFoot: [
        [300, 360],
        [414, 474],
        [522, 588],
      ],
    },
  },
  {
    files: ['bvh/cgspeed_10_03_mixed_eol.bvh'],
    first: 7,
    step: 7,
    feet: {
      lFoot: [
        [7, 56],
        [126, 175],
        [224, 350],
      ],
      rFoot: [
        [63, 91],
        [175, 350],
      ],
    },
  },
];

test('feet stand on the ground where a person says so', { skip: corpus ? false : 'no corpus (MAREY_CORPUS)' }, async (t) => {
  const all = { both: 0, program: 0, person: 0, labels: 0 };
  for (const { files, first, step, feet } of LABELS) {
    const [found] = JSON.parse(
      await marey('measure', '--contacts', '--format', 'json', ...files.map((name) => join(String(corpus), 'corpus', name))),
    );
    const own = { both: 0, program: 0, person: 0, labels: 0 };
    for (const [name, ranges] of Object.entries(feet)) {
      const planted = found.measures.find((/** @type {{ joints: string[] }} */ { joints }) => joints[0] === name).values;
      for (let frame = first; frame < first + 50 * step; frame += step) {
        const [program, person] = [planted[frame] === 1, ranges.some(([from, to]) => frame >= from && frame <= to)];
        own.labels += 1;
        own.program += Number(program);
        own.person += Number(person);
        own.both += Number(program && person);
      }
    }
    assert.equal(own.labels, 100, files[0]);
    t.diagnostic(`${files[0]}: ${said(own)}`);
    for (const key of /** @type {const} */ (['both', 'program', 'person', 'labels'])) all[key] += own[key];
  }
  t.diagnostic(`all: ${said(all)}`);
  assert.equal(all.labels, 400);
  assert.ok(f1(all) >= 0.9, said(all));
});

/** The harmonic mean of precision and recall. @param {{ both: number, program: number, person: number }} counts */
const f1 = ({ both, program, person }) => (2 * both) / (program + person);

/** @param {{ both: number, program: number, person: number }} counts */
const said = (counts) =>
  `F1 ${f1(counts).toFixed(3)}, precision ${(counts.both / counts.program).toFixed(3)}, recall ${(counts.both / counts.person).toFixed(3)}, ${counts.person} planted`;
