import { defineConfig } from 'vitepress';
import { gallery } from './gallery.mjs';

/** Where the sources are, known only where the site is published from. */
const { GITHUB_SERVER_URL, GITHUB_REPOSITORY } = process.env;
const repository = GITHUB_REPOSITORY && `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}`;

/** @param {string} text @param {Record<string, string>} pages */
const group = (text, pages) => ({ text, items: Object.entries(pages).map(([name, link]) => ({ text: name, link })) });

export default defineConfig({
  lang: 'en',
  title: 'Marey',
  description:
    'A player for motion capture in the browser: BVH, Acclaim ASF/AMC, The Sims SKEL and HAnim, as one element that behaves like <video>.',
  head: [['meta', { name: 'theme-color', content: '#10151e' }]],
  transformHead: ({ siteData }) => [['link', { rel: 'icon', href: `${siteData.base}icon.svg`, type: 'image/svg+xml' }]],
  // It is a part of a page.
  srcExclude: ['guide/keys-table.md'],
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag.startsWith('marey-') } } },
  markdown: { config: gallery(process.env.MAREY_DOCS_BASE ?? '/') },
  vite: { build: { chunkSizeWarningLimit: 1000 } },
  themeConfig: {
    siteTitle: 'Marey',
    nav: [
      { text: 'Guide', link: '/guide/play', activeMatch: '/guide/' },
      { text: 'Hosts', link: '/hosts/', activeMatch: '/hosts/|/frame' },
      { text: 'Reference', link: '/reference/attributes', activeMatch: '/reference/' },
      { text: 'Samples', link: '/gallery' },
    ],
    sidebar: [
      group('Guide', {
        'Drop and play': '/guide/play',
        Keys: '/guide/keys',
        Embed: '/guide/embed',
        Share: '/guide/share',
        'Pictures and films': '/guide/pictures',
        Labels: '/guide/labels',
        Curves: '/guide/curves',
        'Measures and marks': '/guide/measures',
        Mend: '/guide/mend',
        'Gait and joint angles': '/guide/gait',
        'Several clips': '/guide/several',
        Cookbook: '/guide/cookbook',
        Python: '/guide/python',
      }),
      group('Where it works', {
        'All hosts': '/hosts/',
        Frame: '/frame',
        MkDocs: '/hosts/mkdocs',
        Sphinx: '/hosts/sphinx',
        mdBook: '/hosts/mdbook',
        VitePress: '/hosts/vitepress',
        Docusaurus: '/hosts/docusaurus',
        Astro: '/hosts/astro',
        'Next.js': '/hosts/next',
        Jupyter: '/hosts/jupyter',
        'VS Code': '/hosts/vscode',
        marimo: '/hosts/marimo',
        Gradio: '/hosts/gradio',
        'Hugging Face': '/hosts/huggingface',
        Observable: '/hosts/observable',
        'GitHub Pages': '/hosts/github-pages',
        WordPress: '/hosts/wordpress',
        'Notion and others': '/hosts/notion',
      }),
      group('Bundlers and frameworks', {
        Bundlers: '/hosts/bundlers',
        'React, Vue, Svelte': '/hosts/frameworks',
        'Server-side rendering': '/hosts/ssr',
      }),
      group('Reference', {
        Attributes: '/reference/attributes',
        Properties: '/reference/properties',
        Methods: '/reference/methods',
        Events: '/reference/events',
        'Styles and slots': '/reference/styles',
        Words: '/reference/words',
        'Link parameters': '/reference/links',
      }),
      group('More', {
        Formats: '/formats',
        'Motion in a link': '/motion-in-a-link',
        'Rust crate': '/rust',
        'Command line': '/command-line',
        Converting: '/converting',
        'Send it to ..': '/send-to/',
        Rigs: '/rigs',
        Browsers: '/browsers',
        Performance: '/performance',
        'Security and privacy': '/security',
        Samples: '/gallery',
        Changes: '/changes',
      }),
    ],
    outline: [2, 3],
    search: { provider: 'local' },
    socialLinks: repository ? [{ icon: 'github', link: repository }] : [],
    footer: { message: 'MIT or Apache-2.0, as you choose. Nothing on this site comes from elsewhere, and nothing is sent anywhere.' },
  },
});
