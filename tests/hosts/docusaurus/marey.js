import 'marey-player';
