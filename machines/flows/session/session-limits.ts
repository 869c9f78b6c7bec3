/** When a device without a network stops opening the application as the person who used it last. */

/** Instants of the server's clock, epoch milliseconds; 0 or NaN where the device has stored none. */
export interface SessionLimits {
  /** The last answer of the server to this device. */
  contact: number;
  /** The present instant, by the clock of the device and its difference from the server's at that answer. */
  now: number;
  /** The session ends then regardless of activity. */
  vence: number;
  /** Milliseconds without a request after which it ends. */
  inactividad: number;
}

/** A device whose clock was set back, to before the last answer, counts as one whose session has ended. */
export const mayStillBeOpen = ({ contact, now, vence, inactividad }: SessionLimits): boolean =>
  contact <= now && now < Math.min(contact + inactividad, vence);
