/**
 * @file llmongoosethrottle.h
 * @brief Asks a region for the rate that a TCP would get on the same path: packets and ping replies in, AgentThrottle payloads out.
 *
 * Copyright (c) The Mongoose developers
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * A port of Mongoose.Core's Loss, RateControl and Channels; names are theirs, and docs/RATE-CONTROL.md says why each rule is as it is.
 * It needs the C++17 standard library alone, reads no clock, and allocates nothing. Not thread-safe: call it from the thread that
 * reads the circuit. Times are at most 100 years from the clock's origin.
 */

#ifndef LL_LLMONGOOSETHROTTLE_H
#define LL_LLMONGOOSETHROTTLE_H

#include <algorithm>
#include <array>
#include <bitset>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace LLMongoose
{

using Duration = std::chrono::nanoseconds;

/// A point in time; the caller chooses the clock.
using Instant = std::chrono::time_point<std::chrono::steady_clock, Duration>;

/// Later than every event: "no deadline".
constexpr Instant NEVER = Instant::max();

/// A rate in whole bits per second, 0 to 100 Gbit/s. The kbit of viewers is 1024 bit.
class DataRate
{
public:
    constexpr DataRate() = default;

    /// Rounded to a whole bit per second, half to even, and clamped to the range.
    static DataRate fromBitsPerSecond(double value);
    static DataRate fromBytesPerSecond(double value) { return fromBitsPerSecond(value * 8); }
    static DataRate fromViewerKilobitsPerSecond(double value) { return fromBitsPerSecond(value * 1024); }

    std::int64_t bitsPerSecond() const { return mBits; }
    double bytesPerSecond() const { return static_cast<double>(mBits) / 8; }
    double viewerKilobitsPerSecond() const { return static_cast<double>(mBits) / 1024; }

    bool operator==(DataRate other) const { return mBits == other.mBits; }
    bool operator!=(DataRate other) const { return mBits != other.mBits; }
    bool operator<(DataRate other) const { return mBits < other.mBits; }

private:
    std::int64_t mBits = 0;
};

/// The seven throttle channels in wire order: Resend, Land, Wind, Cloud, Task, Texture, Asset.
constexpr std::size_t CHANNEL_COUNT = 7;

/// One rate per channel, in wire order.
using ChannelRates = std::array<DataRate, CHANNEL_COUNT>;

/// The Throttles field of AgentThrottle: seven little-endian 32-bit floats in wire order, in bits per second.
using ThrottlePayload = std::array<std::uint8_t, CHANNEL_COUNT * 4>;

/// How a viewer divides a circuit rate between the channels: linear between four presets, and on beyond the last. Less than
/// 50 viewer kbit/s in all is raised to it.
ChannelRates splitOf(DataRate total);

ThrottlePayload encodeThrottle(const ChannelRates& rates);

/// What a user may choose.
struct RateControlOptions
{
    /// The least and the largest rate to ask for. The largest is at least the least; by default what OpenSimulator grants at most.
    DataRate minRate = DataRate::fromViewerKilobitsPerSecond(50);
    DataRate maxRate = DataRate::fromViewerKilobitsPerSecond(5000);

    /// Be fair to a TCP whose segments carry this many bytes, 64 to 65535. 0: as many as the stream's own packets have, by
    /// their root mean square.
    int fairSegmentBytes = 0;

    DataRate largestRate() const { return std::max(maxRate, minRate); }
    DataRate clamp(DataRate rate) const { return std::max(minRate, std::min(rate, largestRate())); }
};

/// What a packet's sequence number says about it.
enum class PacketKind : std::uint8_t
{
    IN_SEQUENCE, ///< a first transmission with the number after the highest so far, or the first packet of a circuit
    AFTER_GAP,   ///< a first transmission that leaves numbers out
    LATE,        ///< a first transmission below the highest number, not seen before: reordered on the way
    DUPLICATE,   ///< a number that has arrived before, or one too old to tell
    RESENT,      ///< a resent packet, which carries the number of the transmission that was lost: never new data
    IMPLAUSIBLE, ///< a number too far from the others to belong to the circuit; it changes nothing
};

struct PacketVerdict
{
    PacketKind kind;
    int lost; ///< packets that are now known to be lost

    /// Only a first transmission that had not arrived before may open a window.
    bool isNewData() const { return kind <= PacketKind::LATE; }
};

/// Finds losses in the sequence numbers of one circuit. A missing number is lost once three packets with higher numbers have
/// arrived, so reordering by up to two packets is no loss. Numbers may wrap at 32 bits (OpenSim's) or at 24 (Second Life's).
/// A resent packet that fills a gap not yet confirmed confirms it. A number more than MAX_JUMP away changes nothing, unless the
/// next packet continues it: then the numbering has begun anew.
class SequenceTracker
{
public:
    static constexpr int MAX_JUMP = 4000;

    void reset();

    PacketVerdict onPacket(std::uint32_t sequence, bool is_resent);

private:
    static constexpr int WINDOW_PACKETS = 4096;

    PacketVerdict start(std::uint32_t sequence, std::int64_t number);
    std::int64_t distanceFromHighest(std::uint32_t sequence) const;
    PacketVerdict onImplausible(std::uint32_t sequence);
    PacketVerdict onResent(std::int64_t number);
    int insert(std::int64_t number);
    bool isMarked(std::int64_t number) const;

    static std::size_t slot(std::int64_t number) { return static_cast<std::uint64_t>(number) % WINDOW_PACKETS; }

    std::bitset<WINDOW_PACKETS> mArrived;
    bool mStarted = false;
    bool mOnProbation = false;
    std::uint32_t mProbation = 0;
    std::uint32_t mHighestOnWire = 0;
    // The three highest numbers that arrived first-hand: every missing number below the third is lost.
    std::int64_t mFirst = 0;
    std::int64_t mSecond = 0;
    std::int64_t mThird = 0;
};

/// The largest mean rate over one second within about the last three: sums of four quarters of a second, stepping by quarters.
class ReceiveMeter
{
public:
    /// Whether a quarter of a second has passed since the first packet.
    bool hasRate() const { return mQuarters > 0; }
    std::int64_t bytesPerSecond() const { return mBytesPerSecond; }

    void add(int bytes, Instant now);

    /// Lets time pass; nothing happens before the first packet.
    void advance(Instant now);

private:
    static constexpr std::size_t SUMS = 9;
    static constexpr std::size_t QUARTERS_PER_SECOND = 4;

    void endQuarter();

    Instant mQuarterEnd{};
    std::int64_t mCurrent = 0;
    std::int64_t mBytesPerSecond = 0;
    std::size_t mQuarters = 0;
    std::size_t mSums = 0;
    std::array<std::int64_t, QUARTERS_PER_SECOND> mRecent{};
    std::array<std::int64_t, SUMS> mHistory{};
};

/// S: the mean size of the stream's packets in bytes, and the mean of their squares; of all until there are 256, then moving averages.
class PacketMean
{
public:
    double bytes() const { return mBytes; }
    double rootMeanSquareBytes() const { return std::sqrt(mSquare); }
    void add(int bytes);

private:
    static constexpr int MEMORY = 256;

    double mBytes = 375;
    double mSquare = 375 * 375;
    int mCount = 0;
};

/// Follows the congestion window of a TCP Reno by the packets that arrive; the rate is CWND / RTT, as far as CWND may be used.
class WindowTrackingController
{
public:
    explicit WindowTrackingController(const RateControlOptions& options);

    DataRate rate() const { return mRate; }
    double windowBytes() const { return usableWindow(); }
    double thresholdBytes() const { return mSsthresh < UNBOUNDED ? mSsthresh : 0; }
    std::int64_t lossEvents() const { return mCuts; }

    void onPacket(const PacketVerdict& packet, int bytes, Instant now);
    void onPing(Duration round_trip, Instant now);

    /// Carries the rate and SSTHRESH; the new round trip makes windows of them.
    void onNewCircuit();

private:
    static constexpr double UNBOUNDED = std::numeric_limits<double>::max();
    static constexpr double UNBOUNDED_RATE = 1.25e10; ///< in bytes per second: the most that a DataRate can be

    double segment() const { return mOptions.fairSegmentBytes > 0 ? mOptions.fairSegmentBytes : mPackets.rootMeanSquareBytes(); }
    double initialWindow() const;
    double received() const;
    double usableWindow() const { return std::min(mCwnd, mBound); }
    void open();
    void cut(Instant now);
    void grow();
    void update();

    RateControlOptions mOptions;
    ReceiveMeter mReceived;
    double mReceivedRate = UNBOUNDED_RATE;
    PacketMean mPackets;
    DataRate mRate;
    Duration mRoundTrip{};
    Duration mLastRoundTrip{};
    double mRoundTripSeconds = 0;
    double mLargestWindow = 0;
    Duration mLongestRoundTrip{};
    Instant mRecoveredAt = Instant::min();
    double mBound = 0; ///< of what may be used of mCwnd
    double mCwnd = 0;
    double mSsthresh = UNBOUNDED;
    std::int64_t mCuts = 0;
};

/// What the next AgentThrottle message has to say.
struct ThrottleRequest
{
    std::uint32_t generation = 0; ///< counts the requests of a circuit from 1; the GenCounter field
    DataRate rate;
    ThrottlePayload payload{};
};

/// Packets and ping replies of the agent's region in, AgentThrottle payloads out: at most one request a round trip (50 ms at least)
/// and one cut besides, for a rate that is more than 5 % from the one asked for, or another for 5 s; one that is not acknowledged is
/// repeated after max(1 s, 3 round trips) with the rate of that moment.
/// Send requests unreliably: regions ignore GenCounter, so an old one that comes late would undo a newer one.
class ThrottleRequester
{
public:
    ThrottleRequester(const RateControlOptions& options, Instant now);

    const WindowTrackingController& controller() const { return mController; }

    /// How often to ping: twice per round trip within 50 ms to 1 s, every 250 ms until the first reply.
    Duration pingInterval() const;

    /// When to call tryTake() again if nothing arrives before.
    Instant nextWakeAt() const { return nextRequestAt(); }

    /// A packet of the circuit has arrived; bytes are its UDP payload as it came over the network.
    PacketVerdict onPacket(std::uint32_t sequence, bool is_resent, int bytes, Instant now);

    /// The reply to a ping has arrived; round trips are taken within 1 ms to 60 s.
    void onPing(Duration round_trip, Instant now);

    /// The viewer talks to another region now.
    void onNewCircuit(Instant now);

    /// A request has been acknowledged. Callers that get no acknowledgements need not report any.
    void onAcknowledged(std::uint32_t generation);

    /// Takes the request that is to be sent now, if there is one.
    bool tryTake(Instant now, ThrottleRequest& request);

private:
    bool isNews() const;
    Instant nextRequestAt() const;
    Duration interval() const;
    bool mayCutAtOnce() const;
    void pass(Instant now) { mNow = std::max(mNow, now); }

    WindowTrackingController mController;
    SequenceTracker mSequences;
    Duration mRoundTrip{};
    Instant mNow;
    Instant mRequestedAt{};
    Instant mNotBefore{};
    Instant mRepeatAt = NEVER;
    DataRate mRequested;
    std::uint32_t mGeneration = 0;
    std::int64_t mLossEventsRequested = 0;
};

} // namespace LLMongoose

#endif // LL_LLMONGOOSETHROTTLE_H
