"""A TCP proxy on loopback whose connections can be cut, as when a server dies or is restarted."""

import contextlib
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager


class TcpProxy:
    """Forwards connections to `target_port` until it is cut, and again once it is joined."""

    def __init__(self, target_port: int) -> None:
        self._target_port = target_port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._open: set[socket.socket] = set()
        self._is_cut = False
        self._lock = threading.Lock()
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Break every connection, and close each new one at once."""
        with self._lock:
            self._is_cut = True
            broken, self._open = self._open, set()
        for one in broken:
            _close(one)

    def join(self) -> None:
        """Forward new connections again."""
        self._is_cut = False

    def close(self) -> None:
        """Stop the proxy."""
        self.cut()
        _close(self._listener)

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                if self._is_cut:
                    _close(near)
                    continue
                far = socket.create_connection(("127.0.0.1", self._target_port))
                with self._lock:
                    self._open |= {near, far}
                for source, sink in ((near, far), (far, near)):
                    threading.Thread(target=_pump, args=(source, sink), daemon=True).start()


def _pump(source: socket.socket, sink: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while data := source.recv(65_536):
            sink.sendall(data)
    _close(source)
    _close(sink)


def _close(one: socket.socket) -> None:
    with contextlib.suppress(OSError):
        one.shutdown(socket.SHUT_RDWR)
    one.close()


@contextmanager
def running_proxy(target_port: int) -> Iterator[TcpProxy]:
    """Run a proxy until the block ends."""
    proxy = TcpProxy(target_port)
    try:
        yield proxy
    finally:
        proxy.close()
