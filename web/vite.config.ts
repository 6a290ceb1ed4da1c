import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { fewFiles } from './build/chunks'
import { compressed } from './build/compress'
import { installable } from './build/installable'
import { preloadedPages } from './build/pages'

/** Where `npm run dev` sends API and socket traffic; the server's default address. */
const server = process.env.COMANDA_SERVER ?? 'http://127.0.0.1:8080'

export default defineConfig({
  plugins: [react(), fewFiles(), preloadedPages(), installable, compressed()],
  build: {
    // The oldest browsers that sell; `public/floor.js` tells older ones, the README tells people.
    target: ['es2023', 'safari16.4', 'chrome111', 'firefox121'],
    manifest: true,
    sourcemap: false,
    // The list of what each screen will import is itself part of the first script and grows with every screen; styles stay in it.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files) => files.filter((file) => file.endsWith('.css')),
    },
    // The first script names every file, and no compression shortens a hash: as few characters as tell them apart, and styles
    // without a name.
    rolldownOptions: {
      output: {
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: ({ names }) =>
          names[0]?.endsWith('.css') ? 'assets/[hash:6][extname]' : 'assets/[name]-[hash:6][extname]',
      },
    },
  },
  server: {
    host: '127.0.0.1',
    port: Number(process.env.COMANDA_WEB_PORT ?? 5173),
    proxy: { '/api': server, '/descargas': server, '/socket.io': { target: server, ws: true } },
  },
  test: {
    environment: 'happy-dom',
    setupFiles: ['src/test/setup.ts'],
    include: ['src/**/*.test.{ts,tsx}'],
  },
})
