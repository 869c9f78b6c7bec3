export interface NoveltyMarkerProps {
  lines: readonly string[];
  label?: string;
  /** Only the icon is visible: for table cells. */
  compact?: boolean;
}

/** Amber marker with its lines of text, by hover, focus and touch. Renders nothing without lines. */
export function NoveltyMarker(_props: NoveltyMarkerProps) {
  return null;
}
