import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// `vite build` makes the page (dist/web); `vite build --ssr` makes the server's programs (dist/server).
export default defineConfig(({ isSsrBuild }) =>
  isSsrBuild
    ? {
        publicDir: false,
        build: {
          outDir: 'dist/server',
          target: 'node20',
          rollupOptions: {
            input: {
              main: 'server/main.ts',
              demo: 'server/commands/demo.ts',
              'db-migrate': 'server/commands/db-migrate.ts',
              'admin-create': 'server/commands/admin-create.ts',
            },
          },
        },
      }
    : {
        plugins: [react()],
        build: { outDir: 'dist/web', target: 'es2022' },
      },
);
