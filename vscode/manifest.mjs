/** The extension's manifest, with the endings of files from the registry of kinds. */
import { EDITORS, offered, optional, usual } from './src/endings.js';

const NAME = 'Marey';
/** VS Code compares names of files in lower case. @param {string[]} endings */
const pattern = (endings) => [{ filenamePattern: `*.{${endings.join(',')}}` }];
const isMotion = `resourceExtname =~ /^\\.(${offered.join('|')})$/i`;

/** @param {string} version @param {object} places where the sources are, if that is known */
export const manifest = (version, places) => ({
  name: 'marey-motion',
  displayName: 'Marey: motion capture',
  description: 'Plays BVH, Acclaim ASF/AMC, HAnim, NumPy arrays, glTF, FBX, C3D and TRC in the editor, and compares motions',
  version,
  publisher: 'marey',
  license: 'SEE LICENSE IN LICENSE.txt',
  ...places,
  keywords: ['bvh', 'amc', 'motion capture', 'mocap', 'skeleton', 'animation', 'viewer', 'x3d', 'fbx', 'c3d'],
  categories: ['Visualization', 'Other'],
  icon: 'icon.png',
  engines: { vscode: '^1.82.0' },
  main: './extension.js',
  browser: './extension.js',
  // Where the window is, if possible: bytes of large files then cross no network.
  extensionKind: ['ui', 'workspace'],
  capabilities: { untrustedWorkspaces: { supported: true }, virtualWorkspaces: true },
  contributes: {
    customEditors: [
      { viewType: EDITORS.usual, displayName: NAME, priority: 'default', selector: pattern(usual) },
      { viewType: EDITORS.option, displayName: NAME, priority: 'option', selector: pattern(optional) },
    ],
    commands: [
      { command: 'marey.open', title: 'Open preview', category: NAME, icon: '$(play-circle)' },
      { command: 'marey.compare', title: 'Compare with\u2026', category: NAME, icon: '$(git-compare)' },
    ],
    menus: {
      commandPalette: [
        { command: 'marey.open', when: 'editorIsOpen && !activeCustomEditorId' },
        { command: 'marey.compare', when: 'activeCustomEditorId =~ /^marey\\./' },
      ],
      'explorer/context': [
        { command: 'marey.open', group: 'navigation@50', when: isMotion },
        { command: 'marey.compare', group: '3_compare@50', when: isMotion },
      ],
      'editor/title': [
        { command: 'marey.open', group: 'navigation', when: `${isMotion} && !activeCustomEditorId` },
        { command: 'marey.compare', group: 'navigation', when: 'activeCustomEditorId =~ /^marey\\./' },
      ],
    },
    configuration: {
      title: NAME,
      properties: {
        'marey.linkPage': {
          type: 'string',
          default: '',
          markdownDescription:
            'The address of a page with Marey that everybody can open, such as `https://example.org/marey/`. With it **Share** makes links that contain the motion; without it **Share** saves pictures, films and files.',
        },
      },
    },
  },
});
