export { checkpointText, readCheckpointText, type Checkpoint } from './checkpoint.js';
export {
  appendLeaves,
  emptyRange,
  isCompactRange,
  rootOf,
  type CompactRange,
  type HashedNode,
} from './compact-range.js';
export { encodeNote, readNote, type Note, type NoteSignature } from './note.js';
export {
  cosignedAt,
  cosignNote,
  encodeNoteKey,
  isSignedBy,
  keyIdOf,
  readNoteKey,
  signNote,
  type CosignerKey,
  type LogKey,
  type NoteKey,
  type SignEd25519,
} from './note-key.js';
export { proveConsistency, proveInclusion, type NodeReader } from './prove.js';
export {
  decodeEntryBundle,
  encodeEntryBundle,
  pathOfTile,
  readTilePath,
  type TileFile,
} from './tile-files.js';
export {
  readNodesOfTiles,
  tileHeight,
  tilesCompleted,
  tileWidth,
  widthOf,
  type SizedTile,
  type Tile,
} from './tiles.js';
export { emptyRoot, leafHashOf, parentHashOf } from './tree-hash.js';
export { perfectSubtrees, type TreeNode } from './tree-nodes.js';
export { encodeTlogProofs, readTlogProof, type TlogProof } from './tlog-proof.js';
export { verifyConsistency, verifyInclusion, type TreeHead } from './verify-proof.js';
