import { defineConfig } from 'vitepress';

export default defineConfig({
  title: 'Motion',
  base: '/a/b/',
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag === 'marey-player' } } },
  themeConfig: {
    nav: [
      { text: 'Home', link: '/' },
      { text: 'Walk', link: '/walk' },
      { text: 'March', link: '/march' },
    ],
  },
});
