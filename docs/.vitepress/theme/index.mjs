// System fonts: the theme's own would be the heaviest thing on the page.
import DefaultTheme from 'vitepress/theme-without-fonts';
import Clip from './Clip.vue';
import Home from './Home.vue';
import Play from './Play.vue';
import './style.css';

/** @type {import('vitepress').Theme} */
export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component('Clip', Clip);
    app.component('Home', Home);
    app.component('Play', Play);
    // In the browser alone. The tag is in the page before it, and comes to life when the script is there.
    if (!import.meta.env.SSR) void import('marey-player');
  },
};
