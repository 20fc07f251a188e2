import { defineConfig } from 'astro/config';

export default defineConfig({ base: '/a/b/', devToolbar: { enabled: false } });
