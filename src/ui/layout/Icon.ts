import type { LucideIcon } from 'lucide-react';

/** An icon of lucide-react, passed as the component itself: `icon={Wallet}`. */
export type Icon = LucideIcon;
