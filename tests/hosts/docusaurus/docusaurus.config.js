export default {
  title: 'Motion',
  url: 'http://127.0.0.1',
  baseUrl: '/a/b/',
  onBrokenLinks: 'throw',
  clientModules: ['./src/marey.js'],
  presets: [['classic', { docs: { routeBasePath: '/', sidebarPath: undefined }, blog: false, sitemap: false }]],
  themeConfig: {
    navbar: {
      title: 'Motion',
      items: [
        { to: '/', label: 'Home' },
        { to: '/walk', label: 'Walk' },
        { to: '/march', label: 'March' },
      ],
    },
  },
};
