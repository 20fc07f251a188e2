import DefaultTheme from 'vitepress/theme';
import 'marey-player';

export default DefaultTheme;
