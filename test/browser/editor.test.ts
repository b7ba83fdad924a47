import './editor/firstFax';
import './editor/credentials';
import './editor/nodes';
import './editor/lists';
import './editor/events';
import './editor/polling';
import { useEditor } from './support/bench';

// One n8n and one browser for all of them, because starting these takes longer than most of the tests.
useEditor();
