/** Packs an extension for VS Code: a zip archive with the extension's files, a list of media types, and a manifest for the Marketplace. */
import { zipSync } from 'fflate';

/** @typedef {ReturnType<typeof import('../vscode/manifest.mjs').manifest>} Manifest */

/** The media type of each ending; of files without one it is plain text. @type {Record<string, string>} */
const TYPES = {
  css: 'text/css',
  js: 'application/javascript',
  json: 'application/json',
  md: 'text/markdown',
  png: 'image/png',
  txt: 'text/plain',
  vsixmanifest: 'text/xml',
};
/** What the Marketplace shows of an extension, by the file's name. */
const SHOWN = [
  ['Microsoft.VisualStudio.Code.Manifest', 'package.json'],
  ['Microsoft.VisualStudio.Services.Content.Details', 'README.md'],
  ['Microsoft.VisualStudio.Services.Content.Changelog', 'CHANGELOG.md'],
  ['Microsoft.VisualStudio.Services.Content.License', 'LICENSE.txt'],
  ['Microsoft.VisualStudio.Services.Icons.Default', 'icon.png'],
];
/** Archives of the same files are the same. The format begins with this year; it has no time zone. */
const DATE = new Date(1980, 0, 1);

/** @param {Manifest} about @param {Record<string, Uint8Array>} files by their paths @returns {Uint8Array} */
export function vsix(about, files) {
  const text = (/** @type {string} */ words) => new TextEncoder().encode(words);
  const inside = Object.entries(files).map(([path, bytes]) => /** @type {const} */ ([`extension/${path}`, bytes]));
  const all = {
    'extension.vsixmanifest': text(marketplace(about)),
    '[Content_Types].xml': text(types(Object.keys(files))),
    ...Object.fromEntries(inside),
  };
  return zipSync(all, { level: 9, mtime: DATE });
}

/** Media types by endings, and by paths for files without one (Open Packaging Conventions). @param {string[]} paths */
function types(paths) {
  const ending = (/** @type {string} */ path) => /\.(\w+)$/.exec(path)?.[1] ?? '';
  const endings = new Set(['vsixmanifest', ...paths.map(ending).filter(Boolean)]);
  const defaults = [...endings].map((each) => `<Default Extension=".${each}" ContentType="${typeOf(each)}"/>`);
  const overrides = paths
    .filter((path) => !ending(path))
    .map((path) => `<Override PartName="/extension/${path}" ContentType="text/plain"/>`);
  return `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${defaults.join('')}${overrides.join('')}</Types>
`;
}

/** @param {string} ending */
function typeOf(ending) {
  if (!TYPES[ending]) throw new Error(`TYPES has no media type for .${ending}`);
  return TYPES[ending];
}

/** @param {Manifest} about */
function marketplace(about) {
  const { name, version, publisher, displayName, description, keywords, categories, engines, extensionKind } = about;
  const property = (/** @type {string} */ id, /** @type {string} */ value) =>
    `<Property Id="Microsoft.VisualStudio.${id}" Value="${escaped(value)}"/>`;
  return `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011" xmlns:d="http://schemas.microsoft.com/developer/vsx-schema-design/2011">
  <Metadata>
    <Identity Language="en-US" Id="${name}" Version="${version}" Publisher="${publisher}"/>
    <DisplayName>${escaped(displayName)}</DisplayName>
    <Description xml:space="preserve">${escaped(description)}</Description>
    <Tags>${escaped([...keywords, '__web_extension'].join(','))}</Tags>
    <Categories>${categories.join(',')}</Categories>
    <GalleryFlags>Public</GalleryFlags>
    <Properties>
      ${property('Code.Engine', engines.vscode)}
      ${property('Code.ExtensionKind', [...extensionKind, 'web'].join(','))}
      ${property('Services.GitHubFlavoredMarkdown', 'true')}
      ${property('Services.Content.Pricing', 'Free')}
    </Properties>
    <License>extension/LICENSE.txt</License>
    <Icon>extension/icon.png</Icon>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
  <Dependencies/>
  <Assets>
    ${SHOWN.map(([type, path]) => `<Asset Type="${type}" Path="extension/${path}" Addressable="true"/>`).join('\n    ')}
  </Assets>
</PackageManifest>
`;
}

/** @param {string} text */
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
