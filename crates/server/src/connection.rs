//! A connection that parts in peace: what was said last gets there.
//!
//! Who closes a connection while the other end still sends has it reset, and with that the other end
//! may lose what it has not read yet. So the end of a connection is announced, and then it is read
//! on for a moment before it is closed.

use std::any::Any;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::net::TcpStream;

/// So long it is read on.
const LINGER: Duration = Duration::from_secs(1);

/// So many bytes are read on.
const LINGER_BYTES: usize = 1024 * 1024;

/// A connection, and what it holds until it is closed.
pub struct Connection<K: Any + Send + Unpin> {
    inner: Option<(TcpStream, K)>,
    /// Whether the other end has said its last.
    silent: bool,
}

impl<K: Any + Send + Unpin> Connection<K> {
    /// Of this stream; `kept` is dropped when it is closed.
    pub fn new(stream: TcpStream, kept: K) -> Self {
        Connection { inner: Some((stream, kept)), silent: false }
    }

    fn stream(&mut self) -> io::Result<Pin<&mut TcpStream>> {
        let inner = self.inner.as_mut().ok_or(io::ErrorKind::NotConnected)?;
        Ok(Pin::new(&mut inner.0))
    }
}

impl<K: Any + Send + Unpin> AsyncRead for Connection<K> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.remaining();
        let read = self.stream()?.poll_read(context, buffer);
        if let Poll::Ready(result) = &read {
            let nothing = before > 0 && buffer.remaining() == before;
            self.silent |= result.is_err() || nothing;
        }
        read
    }
}

impl<K: Any + Send + Unpin> AsyncWrite for Connection<K> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.stream()?.poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.stream()?.poll_write_vectored(context, bytes)
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream()?.poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream()?.poll_shutdown(context)
    }
}

impl<K: Any + Send + Unpin> Drop for Connection<K> {
    fn drop(&mut self) {
        let Some((stream, kept)) = self.inner.take() else { return };
        if self.silent {
            return;
        }
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move {
                let _ = tokio::time::timeout(LINGER, part(stream)).await;
                drop(kept);
            });
        }
    }
}

async fn part(mut stream: TcpStream) {
    if stream.shutdown().await.is_err() {
        return;
    }
    let mut buffer = [0; 4096];
    let mut left = LINGER_BYTES;
    while left > 0 {
        match stream.read(&mut buffer).await {
            Ok(0) | Err(_) => return,
            Ok(read) => left = left.saturating_sub(read),
        }
    }
}
