// node xtask/getting.mjs, from the workspace's folder.
// Writes how to get Marey into README, docs and the packages' pages, between `<!-- get NAME -->` and `<!-- /get -->`: one text until the
// first version is published, another from then on. Whoever publishes it (see `.github/workflows/publish.yml`) sets PUBLISHED to true, runs
// this script, and commits the changes.
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';

export const PUBLISHED = false;

/** @typedef {{ today: string, published: string }} Ways VERSION is replaced by the version of Cargo.toml */

/** @type {Record<string, Ways>} */
export const TEXTS = {
  player: {
    today: `Marey is not published yet. Run \`cargo xtask build\` and copy \`dist/\` to your server as \`marey/\`; or run \`cargo xtask package\` and
\`npm install target/npm/marey-player-VERSION.tgz\`.`,
    published: `Take the script from a CDN, \`https://cdn.jsdelivr.net/npm/marey-player@VERSION/dist/marey-player.js\`; or \`npm install marey-player\`; or unpack
\`marey-VERSION.zip\` from the releases on your server: it holds the folder \`marey/\`.`,
  },
  files: {
    today:
      '`cargo xtask build` writes a folder `dist/`. Copy it beside your pages as `marey/`; any static file server can host it, under any path:',
    published:
      'Unpack `marey-VERSION.zip` from the repository’s releases beside your pages: it holds the folder `marey/`. Any static file server can host it, under any path:',
  },
  cdn: {
    today: 'Marey is not published yet, so no CDN has it. Until then use the files or the packed package below.',
    published: `\`\`\`html
<script type="module" src="https://cdn.jsdelivr.net/npm/marey-player@VERSION/dist/marey-player.js"></script>
<marey-player src="walk.bvh" theme="auto" controls autoplay loop></marey-player>
\`\`\`

The version in the address stays what it is; take a newer one when you have tried it.`,
  },
  npm: {
    today: `The package is not on npm yet. Build it in a copy of the repository, and install the packed file:

\`\`\`sh
cargo xtask package
npm install path/to/marey/target/npm/marey-player-VERSION.tgz
\`\`\``,
    published: `\`\`\`sh
npm install marey-player
\`\`\``,
  },
  programs: {
    today: `\`\`\`sh
cargo install --path crates/cli                     # the program; none of these is published yet
cargo xtask package && pip install ./target/python  # the Python package
\`\`\``,
    published: `\`\`\`sh
cargo install marey-cli               # the program
pip install marey                     # the Python package
cargo add marey                       # the Rust crate
\`\`\``,
  },
  python: {
    today: `The package is not on PyPI yet. From the repository:

\`\`\`sh
cargo xtask package
pip install ./target/python
\`\`\``,
    published: `\`\`\`sh
pip install marey
\`\`\``,
  },
  vscode: {
    today: `The extension is not published yet. From the repository:

\`\`\`sh
cargo xtask package
code --install-extension target/vscode/marey-motion-VERSION.vsix
\`\`\``,
    published: `Take \`marey-motion-VERSION.vsix\` from the repository’s releases:

\`\`\`sh
code --install-extension marey-motion-VERSION.vsix
\`\`\``,
  },
  reader: {
    today: `The packages are not on PyPI yet. From the repository, with Rust:

\`\`\`sh
cargo xtask package
pip install ./target/python ./crates/python
\`\`\``,
    published: `\`\`\`sh
pip install "marey[read]"
\`\`\``,
  },
  program: {
    today: `Marey is not on crates.io yet. From the repository:

\`\`\`sh
cargo install --path crates/cli
\`\`\``,
    published: `\`\`\`sh
cargo install marey-cli
\`\`\``,
  },
  crate: {
    today: `The crates are not on crates.io yet. Name the repository in \`Cargo.toml\`:

\`\`\`toml
marey = { path = "../marey" }                      # or git = "…"
marey-write = { path = "../marey/crates/write" }
marey-study = { path = "../marey/crates/study" }
\`\`\``,
    published: `\`\`\`sh
cargo add marey marey-write marey-study
\`\`\``,
  },
};

const SECTION = /(<!-- get (\w+) -->\n)([^]*?)(\n<!-- \/get -->)/g;

/** Paths of the pages that may have such sections. */
export async function pages() {
  const docs = (await readdir('docs', { recursive: true })).filter((name) => name.endsWith('.md') && !name.includes('node_modules'));
  return [
    'README.md',
    'xtask/npm/README.md',
    'python/README.md',
    'vscode/README.md',
    ...docs.map((name) => `docs/${name.replaceAll('\\', '/')}`),
  ];
}

/** @param {string} page its text @param {string} version @param {boolean} [published] @returns {string} the page with its new sections */
export function written(page, version, published = PUBLISHED) {
  return page.replace(SECTION, (_, begin, name, __, end) => {
    if (!TEXTS[name]) throw new Error(`TEXTS has no section ${name}`);
    return `${begin}${TEXTS[name][published ? 'published' : 'today'].replaceAll('VERSION', version)}${end}`;
  });
}

export async function version() {
  return /\[workspace\.package\]\s*version = "([^"]+)"/.exec(await readFile('Cargo.toml', 'utf8'))?.[1] ?? '';
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const now = await version();
  for (const path of await pages()) {
    const text = await readFile(path, 'utf8');
    const wanted = written(text, now);
    if (wanted === text) continue;
    await writeFile(path, wanted);
    console.log(path);
  }
}
