import './editor/firstFax';
import './editor/credentials';
import './editor/nodes';
import './editor/tools';
import { useEditor } from './support/bench';

// All tests share one n8n process and one browser, because starting them takes longer than most tests.
useEditor();
