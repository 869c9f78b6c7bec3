/** A file beside the page: scripts/styles makes it. */
declare module '*?css';
