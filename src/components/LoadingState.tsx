export interface LoadingStateProps {
  label?: string;
  /** 'page' for a screen, 'inline' beside other content. */
  size?: 'page' | 'inline';
}

/** Something is on its way; announced politely. */
export function LoadingState(_props: LoadingStateProps) {
  return null;
}
