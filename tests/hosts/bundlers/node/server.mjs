// Server-side rendering to text, without a document.
import { createElement as h } from 'react';
import { renderToString } from 'react-dom/server';
import { MareyPlayer } from 'marey-player';

console.log(typeof MareyPlayer, renderToString(h('marey-player', { src: '/walk.bvh', theme: 'auto', controls: true })));
