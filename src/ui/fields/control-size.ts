/** 44 px and 16 px text on phones (a smaller text makes iOS zoom in), 40 px on wider screens. */
export const controlSize = { base: 'lg', md: 'md' } as const;
