/** Writes the reference of the docs as Markdown, from the package's declarations and the tables of words and links. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GROUPS } from './docs-attributes.mjs';
import { publicOf } from './manifest.mjs';
import { LINK_PARAMETERS, SHOWN, TAUGHT } from './options.mjs';
import { V } from '../www/tools/compare/strings.js';
import { C } from '../www/controls/strings.js';
import { V as curves } from '../www/tools/curves/strings.js';
import { V as chart } from '../www/controls/chart/strings.js';
import { V as gait } from '../www/tools/gait/strings.js';
import { P as ghosts } from '../www/tools/ghosts/strip-strings.js';
import { P as moments } from '../www/tools/moments/strip-strings.js';
import { TOOLS } from '../www/tools.js';
import { allKeys } from '../www/panels/all-keys.js';
import { F as mend } from '../www/tools/mend/strings.js';
import { M as measures } from '../www/tools/measures/strings.js';
import { K as marks } from '../www/tools/marks/strings.js';
import { J as measuring } from '../www/tools/measures/strip-strings.js';
import { G } from '../www/guesses/strings.js';
import { P } from '../www/panels/strings.js';
import { REFUSALS } from '../www/player/words/refusals.js';
import { S } from '../www/player/words/strings.js';
import { F, Z } from '../www/page/finds-words.js';
import { K } from '../www/page/keep-words.js';
import { N } from '../www/page/first-words.js';
import { B } from '../www/page/row-words.js';
import { W } from '../www/page/words.js';
import { R } from '../www/tools/retarget/strings.js';
import { X } from '../www/share/strings.js';
import { G as wallWords } from '../www/wall/strings.js';

/** The words of the chips beside the title are in a table of their own, because they load before the panels. */
/** The tables of tools beside their rows. @type {Record<string, object>} */
const ofTools = { compare: V, curves: { ...curves, ...chart }, gait, marks, measures, mend };
const panelWords = { ...P, ghosts, moments, ...G, ...R, menu: { ...P.menu, ...G.menu }, info: { ...P.info, ...G.info } };

/** Members that work as those of `HTMLMediaElement`. */
const MEDIA =
  /^(HAVE_|NETWORK_)|^(readyState|networkState|canPlayType|play|pause|paused|ended|seeking|currentTime|fastSeek|duration|defaultPlaybackRate|seekable|buffered|played|volume|muted)$/;

/** @typedef {import('./manifest.mjs').Line} Line */

/** Names as the beginning of a sentence. @param {string[]} names */
const sentence = (names) => new Intl.ListFormat('en-GB').format(names).replace(/^./, (letter) => letter.toUpperCase());

/** The pages, by path. @param {string} player the package's folder @returns {Promise<Record<string, string>>} */
export async function pagesOf(player) {
  const declarations = await readFile(join(player, 'dist/marey-player.d.ts'), 'utf8');
  const { attributes, members, settable, events, slots, cssParts, cssProperties } = publicOf(declarations);
  const isAttribute = new Set(attributes.map(({ name }) => camel(name)));
  const properties = members.filter(({ kind }) => kind === 'get');
  const types = [
    ...declarations.matchAll(
      /^((?:\/\*\*(?:(?!\*\/)[^])*\*\/\n)?)export (?:interface|type|declare class) (?!MareyPlayer)(\w+)[^]*?^(?:\}|.*;)$/gm,
    ),
  ];
  return {
    'reference/attributes.md': page(
      'Attributes',
      `You can set and change all attributes at any time. Each has a property of the same value; a name with a hyphen is written together there: \`loop-mode\` is \`loopMode\`.

A switch is on as soon as the attribute is there, whatever its value: \`loop="false"\` loops, as with every attribute of this kind in HTML. ${sentence(SHOWN)} are off with \`0\`, \`false\`, \`no\` and \`off\`: \`ghosts="off"\`.`,
      GROUPS.map((group) =>
        [
          `## ${group.title} {#group-${group.title.toLowerCase().replaceAll(' ', '-')}}`,
          exampleOf(group),
          ...group.attributes.map((name) => {
            const line = attributes.find((each) => each.name === name);
            const taught = TAUGHT.get(name);
            if (!line || !taught) throw new Error(`the element has no attribute ${name}`);
            return attributeOf(line, taught);
          }),
        ].join('\n\n'),
      ),
    ),
    'reference/properties.md': page(
      'Properties',
      `The [attributes](./attributes) are properties, too. These are those that are no attributes. What \`HTMLMediaElement\` has works as it does there, but for this: the last good clip stays on the stage while another one is read and when it cannot be, so that \`currentTime\` and \`duration\` go on telling of it; rates go from a sixteenth to 16, and may be negative.`,
      [
        ...properties
          .filter(({ name }) => !isAttribute.has(name))
          .map((line) => entry(line.name, `${code(line.type)}${settable.has(line.name) ? '' : ', to be read'}`, meaning(line), line)),
        '## Types\n\nWhat these carry, as `marey-player.d.ts` has it.',
        ...types.map(
          ([text, , name]) => `### ${code(name)} {#${name.toLowerCase()}}\n\n\`\`\`ts\n${text.replace(/^export (declare )?/m, '')}\n\`\`\``,
        ),
      ],
    ),
    'reference/methods.md': page(
      'Methods',
      "Those of the element, and those of the class `MareyPlayer`, which is what the module `marey-player` exports and what `customElements.whenDefined('marey-player')` gives.",
      members.filter(({ kind }) => kind === 'method').map((line) => entry(line.name, '', meaning(line), line)),
    ),
    'reference/events.md': page(
      'Events',
      "They come after the caller is done, as those of a media element do, and do not bubble. What some carry is in `event.detail`; for the others ask the player.\n\n```js\nplayer.addEventListener('jointselect', ({ detail }) => console.log(detail.index, detail.name));\n```",
      events.map(({ name, type, description }) =>
        entry(name, type === 'Event' ? '' : `${code('event.detail')}: ${code(type.replace(/^CustomEvent<([^]*)>$/, '$1'))}`, description),
      ),
    ),
    'reference/styles.md': page(
      'Styles and slots',
      'A player is as wide as its column and 16 to 9, or as `aspect-ratio` says. So that nothing moves when the script comes:\n\n```css\nmarey-player:not(:defined) { display: block; aspect-ratio: 16 / 9; }\n```',
      [
        `## Custom properties\n\nColours as CSS has them; \`light-dark()\` gives one for each theme.\n\n\`\`\`css\nmarey-player {\n  --marey-accent: light-dark(#7a3fb0, #c9a2ef);\n  --marey-radius: 4px;\n}\n\`\`\`\n\n${table(['property', 'what has it'], cssProperties)}`,
        `## Parts\n\n\`marey-player::part(bar)\` reaches into the player. Style sheets that you adopt into its shadow root stay, too.\n\n\`\`\`css\nmarey-player::part(title) { display: none; }\n\`\`\`\n\n${table(['part', 'what it is'], cssParts)}`,
        `## Slots\n\n\`\`\`html\n<marey-player src="walk.bvh">\n  <img slot="poster" src="walk.png" alt="">\n</marey-player>\n\`\`\`\n\n${table(['slot', 'what stands there'], slots)}`,
      ],
    ),
    'reference/links.md': page(
      'Link parameters',
      'Links to the page and to the frame read these from their fragment or their query; the fragment wins. A switch is on with `1`, `true` or no value, and off with `0`, `false`, `no` or `off`. What a link asks for goes with the clip that it names. The share button writes what matters of them.\n\n```\nplay/#url=samples/dance.bvh&t=2.5&camera=left&loop=1\n```\n\nFiles of another host are asked for only after the visitor has agreed: see [security](../security).',
      Array.from(LINK_PARAMETERS, ([name, description]) => entry(name, '', description)),
    ),
    'reference/words.md': page(
      'Words',
      `The player speaks English. Another language's words are set once, before the controls come; numbers and screen readers then go by the nearest \`lang\`, and under \`dir="rtl"\` the layout is mirrored. What is left out stays English. What is a function here is one there.

\`\`\`js
import { MareyPlayer } from 'marey-player';
MareyPlayer.setWords({ player: { play: 'Lecture', pause: 'Pause', detailsWarn: (n) => \`Détails, \${n} avertissements\` } });
\`\`\``,
      Object.entries({
        player: { ...S, ...C, errors: { ...S.errors, ...REFUSALS } },
        panels: panelWords,
        page: { ...N, ...W, ...B },
        finds: F,
        archive: Z,
        keep: K,
        ...Object.fromEntries(TOOLS.map((tool) => [tool.name, { ...tool.words, ...ofTools[tool.name] }])),
        measuring,
        share: X,
        wall: wallWords,
      }).map(([name, words]) => `## ${code(name)} {#${name}}\n\n| word | English |\n|---|---|\n${rows(words).join('\n')}`),
    ),
    'guide/keys-table.md': [
      ['player', allKeys(TOOLS)],
      ['page', P.pageKeys],
      ['pointer', P.pointer],
    ]
      .map(
        ([name, keys]) =>
          `<!-- #region ${name} -->\n| ${name === 'pointer' ? 'pointer' : 'key'} | does |\n|---|---|\n${/** @type {string[][]} */ (keys).map(([key, what]) => `| ${keyCaps(key)} | ${what} |`).join('\n')}\n<!-- #endregion ${name} -->`,
      )
      .join('\n\n'),
  };
}

/** @param {string} title @param {string} about @param {string[]} entries */
const page = (title, about, entries) => `# ${title}\n\n${about}\n\n${entries.join('\n\n')}\n`;

/** @param {string} name @param {string} type @param {string} description @param {Line} [line] for a method's signature */
function entry(name, type, description, line) {
  if (!description) throw new Error(`nothing says what ${name} is`);
  const tags =
    line?.tags
      .filter(({ tag, words }) => words && /^(param|returns)$/.test(tag))
      .map((tag) => `- ${tag.name ? `${code(tag.name.replace(/[[\]]/g, ''))}: ` : 'Gives '}${tag.words}`) ?? [];
  return [
    `## ${code(name)} {#${name}}`,
    type && `<div class="type">\n\n${type}\n\n</div>`,
    line?.kind === 'method' && `\`\`\`ts\n${line.name}${line.type}\n\`\`\``,
    prose(description),
    tags.join('\n'),
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** The tag as code, and the same tag as a live player. @param {typeof GROUPS[number]} group */
function exampleOf({ about, example: { files, rest } }) {
  const names = Object.entries(files)
    .map(([attribute, file]) => `${attribute}="${file}"`)
    .join(' ');
  return `${about}\n\n\`\`\`html\n<marey-player ${names}\n  ${rest}\n  theme="auto" controls></marey-player>\n\`\`\`\n\n<Clip ${names} ${rest} />`;
}

/** @param {Line} line @param {import('./options.mjs').Taught} taught */
function attributeOf({ name, description }, { takes, values, unset }) {
  const facts = [
    !values.length && `Takes ${takes}.`,
    unset !== undefined && `Without it: ${unset}.`,
    camel(name) !== name && `Property: ${code(camel(name))}.`,
  ]
    .filter(Boolean)
    .join(' ');
  const list = values.map(([word, what], at) => `| ${code(word)}${at ? '' : ', if nothing is said'} | ${prose(what)} |`);
  return [
    `### ${code(name)} {#${name}}`,
    facts && `<div class="type">\n\n${facts}\n\n</div>`,
    prose(description),
    list.length ? `| value | |\n|---|---|\n${list.join('\n')}` : '',
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** @param {Line} line */
const meaning = ({ name, description }) => description || (MEDIA.test(name) ? 'As of `HTMLMediaElement`.' : '');

/** @param {string} text */
const code = (text) => `\`${text}\``;

/** The text of a comment, with names of tags escaped. @param {string} text */
const prose = (text) =>
  text
    .split(/(`[^`]*`)/)
    .map((part, at) => (at % 2 ? part : part.replaceAll('<', '&lt;').replaceAll('{{', '&#123;{')))
    .join('');

/** @param {string[]} head @param {{ name: string, description: string }[]} list */
const table = (head, list) =>
  `| ${head.join(' | ')} |\n|---|---|\n${list.map(({ name, description }) => `| ${code(name)} | ${prose(description)} |`).join('\n')}`;

/** @param {string} name */
const camel = (name) => (name === 'crossorigin' ? 'crossOrigin' : name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase()));

/** The words as rows of a table. @param {object} words @param {string} [before] @returns {string[]} */
function rows(words, before = '') {
  return Object.entries(words).flatMap(([key, value]) => {
    const name = Array.isArray(words) ? `${before}[${key}]` : before ? `${before}.${key}` : key;
    if (typeof value === 'object' && value && !(Array.isArray(value) && value.every((each) => typeof each === 'string')))
      return rows(value, name);
    const english = Array.isArray(value)
      ? value.join(' · ')
      : typeof value === 'function'
        ? `a function of ${code(parametersOf(value))}`
        : String(value);
    return [`| ${code(name)} | ${(typeof value === 'function' ? english : prose(english)).replaceAll('|', '\\|').replaceAll('\n', ' ')} |`];
  });
}

/** @param {Function} made `(a, b) => ..` */
const parametersOf = (made) =>
  (/^\(([^)]*)\)/.exec(String(made).replace(/\/\*[^]*?\*\//g, ''))?.[1] ?? '')
    .split(',')
    .map((each) => each.trim())
    .join(', ');

/** `Shift + L` as keys. @param {string} text */
const keyCaps = (text) =>
  text
    .split(/(?<=.), /)
    .map((each) =>
      each
        .split(' + ')
        .map((key) => `<kbd>${key.replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</kbd>`)
        .join(' + '),
    )
    .join(', ');
