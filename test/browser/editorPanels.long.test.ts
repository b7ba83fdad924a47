import './editor/lists';
import './editor/events';
import './editor/polling';
import { useEditor } from './support/bench';

// All tests share one n8n process and one browser, as in editor.test.ts.
useEditor();
