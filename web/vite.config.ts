import { svelte } from '@sveltejs/vite-plugin-svelte';
import { svelteTesting } from '@testing-library/svelte/vite';
import { defineConfig } from 'vitest/config';
import { icons } from './build/icons.ts';
import { offline } from './build/offline.ts';
import { packed } from './build/packed.ts';

const server = process.env['VANGUARD_SERVER'] ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [icons(), svelte(), offline(), packed(), svelteTesting()],
  worker: { format: 'es' },
  build: { target: 'es2023', assetsInlineLimit: 0, chunkSizeWarningLimit: 900 },
  server: { proxy: { '/api': { target: server, ws: true } } },
  test: { include: ['src/**/*.test.ts'], environment: 'jsdom', reporters: ['default', './build/tally.ts'] },
});
