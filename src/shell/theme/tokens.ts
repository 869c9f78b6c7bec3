import { defineSemanticTokens, defineTokens } from '@chakra-ui/react/styled-system';
import { tokens as base } from '@chakra-ui/react/theme';

type Scale = readonly string[] & { length: 11 };
const steps = [50, 100, 200, 300, 400, 500, 600, 700, 800, 900, 950] as const;

const scaleOf = (colours: Scale) =>
  Object.fromEntries(steps.map((step, index) => [step, { value: colours[index] ?? '' }]));

// biome-ignore format: one scale a line is read more easily than one colour a line
const scales = {
  gray:  ['#f8fafc', '#f1f5f9', '#e2e8f0', '#cbd5e1', '#94a3b8', '#64748b', '#475569', '#334155', '#1e293b', '#0f172a', '#020617'],
  teal:  ['#f0fdfa', '#ccfbf1', '#99f6e4', '#5eead4', '#2dd4bf', '#14b8a6', '#0d9488', '#0f766e', '#115e59', '#134e4a', '#042f2e'],
  red:   ['#fef2f2', '#fee2e2', '#fecaca', '#fca5a5', '#f87171', '#ef4444', '#dc2626', '#b91c1c', '#991b1b', '#7f1d1d', '#450a0a'],
  amber: ['#fffbeb', '#fef3c7', '#fde68a', '#fcd34d', '#fbbf24', '#f59e0b', '#d97706', '#b45309', '#92400e', '#78350f', '#451a03'],
  green: ['#f0fdf4', '#dcfce7', '#bbf7d0', '#86efac', '#4ade80', '#22c55e', '#16a34a', '#15803d', '#166534', '#14532d', '#052e16'],
  blue:  ['#eff6ff', '#dbeafe', '#bfdbfe', '#93c5fd', '#60a5fa', '#3b82f6', '#2563eb', '#1d4ed8', '#1e40af', '#1e3a8a', '#172554'],
  purple: ['#f5f3ff', '#ede9fe', '#ddd6fe', '#c4b5fd', '#a78bfa', '#8b5cf6', '#7c3aed', '#6d28d9', '#5b21b6', '#4c1d95', '#2e1065'],
  // For waiting times and durations in drawings; it is not used as a tone.
  heat:  ['#fff7ed', '#ffedd5', '#fed7aa', '#fdba74', '#fb923c', '#f97316', '#ea580c', '#c2410c', '#9a3412', '#7c2d12', '#431407'],
} as const satisfies Record<string, Scale>;

type Palette = keyof typeof scales;

const palettes = Object.keys(scales) as Palette[];

const systemFont =
  '-apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", Arial, sans-serif';

export const tokens = {
  ...base,
  colors: defineTokens.colors({
    transparent: { value: 'transparent' },
    current: { value: 'currentColor' },
    black: { value: '#000' },
    white: { value: '#fff' },
    whiteAlpha: base.colors.whiteAlpha,
    blackAlpha: base.colors.blackAlpha,
    ...Object.fromEntries(
      Object.entries(scales).map(([name, colours]) => [name, scaleOf(colours)]),
    ),
  }),
  fonts: defineTokens.fonts({
    heading: { value: systemFont },
    body: { value: systemFont },
    mono: base.fonts.mono,
  }),
};

/**
 * Tokens that `colorPalette` gives to a component. White on `solid` and `solidHover`, and `fg` on white, `subtle` and
 * `muted`, have a contrast of at least 4.5:1; `focusRing` and `border` have at least 3:1 on white.
 */
const paletteTokens = (palette: Palette) => ({
  contrast: { value: '{colors.white}' },
  fg: { value: `{colors.${palette}.800}` },
  subtle: { value: `{colors.${palette}.50}` },
  muted: { value: `{colors.${palette}.100}` },
  emphasized: { value: `{colors.${palette}.200}` },
  solid: { value: `{colors.${palette}.700}` },
  solidHover: { value: `{colors.${palette}.800}` },
  focusRing: { value: '{colors.teal.700}' },
  border: { value: palette === 'gray' ? '#7c8ba1' : `{colors.${palette}.600}` },
});

export const semanticTokens = {
  colors: defineSemanticTokens.colors({
    bg: {
      DEFAULT: { value: '{colors.white}' },
      page: { value: '{colors.gray.50}' },
      subtle: { value: '{colors.gray.50}' },
      muted: { value: '{colors.gray.100}' },
      emphasized: { value: '{colors.gray.200}' },
      panel: { value: '{colors.white}' },
      inverted: { value: '{colors.gray.900}' },
      // The sidebar. White text on it has 9:1.
      brand: { value: '{colors.teal.900}' },
    },
    fg: {
      DEFAULT: { value: '{colors.gray.900}' },
      muted: { value: '{colors.gray.600}' },
      subtle: { value: '{colors.gray.500}' },
      inverted: { value: '{colors.white}' },
      error: { value: '{colors.red.700}' },
      warning: { value: '{colors.amber.800}' },
      success: { value: '{colors.green.800}' },
      info: { value: '{colors.blue.800}' },
    },
    border: {
      DEFAULT: { value: '{colors.gray.200}' },
      muted: { value: '{colors.gray.100}' },
      subtle: { value: '{colors.gray.50}' },
      emphasized: { value: '{colors.gray.300}' },
      // The border of a control must be visible: 3.5:1 on white.
      control: { value: '#7c8ba1' },
      error: { value: '{colors.red.600}' },
    },
    ...Object.fromEntries(palettes.map((palette) => [palette, paletteTokens(palette)])),
  }),
  radii: defineSemanticTokens.radii({
    l1: { value: '{radii.sm}' },
    l2: { value: '{radii.lg}' },
    l3: { value: '{radii.xl}' },
  }),
  shadows: defineSemanticTokens.shadows({
    card: { value: '0 1px 2px rgb(15 23 42 / 0.06), 0 1px 3px rgb(15 23 42 / 0.05)' },
    xs: { value: '0 1px 2px rgb(15 23 42 / 0.08)' },
    sm: { value: '0 1px 3px rgb(15 23 42 / 0.14)' },
    md: { value: '0 4px 12px rgb(15 23 42 / 0.12)' },
    lg: { value: '0 12px 32px rgb(15 23 42 / 0.18)' },
  }),
};
