// What is known of a template that is open.

import type { Data, Metadata } from "../api/types";

/** What the tabs of a template work with. */
export interface Known {
  id: string;
  /** Names the template in this version: what is begun for it is kept under this. */
  key: string;
  /** The version that documents name: of a template of which none is published. */
  draft?: number;
  metadata: Metadata;
  model: Data;
}
