import { VitePWA } from 'vite-plugin-pwa'

const icon = (src: string, sizes: string, purpose: 'any' | 'maskable' = 'any') => ({
  src,
  sizes,
  type: src.endsWith('.svg') ? 'image/svg+xml' : 'image/png',
  purpose,
})

/** Makes the app one that can be installed, and that starts from what the device keeps: the program, never what the server knows. */
export const installable = VitePWA({
  // `src/ui/version.ts` registers it, and asks before a new version takes over.
  injectRegister: null,
  registerType: 'prompt',
  manifest: {
    name: 'Comanda',
    short_name: 'Comanda',
    description: 'Punto de venta para restaurantes',
    lang: 'es-PE',
    id: '/',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: '#66337f',
    background_color: '#f6f5f3',
    icons: [
      icon('/icon.svg', 'any'),
      icon('/icon-192.png', '192x192'),
      icon('/icon-512.png', '512x512'),
      icon('/icon-maskable-512.png', '512x512', 'maskable'),
    ],
  },
  workbox: {
    globIgnores: ['**/*-{cyrillic,cyrillic-ext,vietnamese,symbols2}-*'],
    // `floor.js` stands before the program: were it asked of the server, each start would wait for the line.
    globPatterns: ['*.html', '*.svg', 'floor.js', 'assets/*.{js,css,woff2}'],
    // Their names change with their content.
    dontCacheBustURLsMatching: /^assets\//,
    navigateFallback: '/index.html',
    // Only the app's own pages: what the server makes is asked of the server.
    navigateFallbackDenylist: [/^\/api\b/, /^\/socket\.io\b/, /^\/descargas\b/, /\.\w+$/],
    cleanupOutdatedCaches: true,
    inlineWorkboxRuntime: true,
    sourcemap: false,
  },
})
