/**
 * @file llmongoosethrottle.h
 * @brief Requests the rate that a TCP connection would get on the same path: packets and ping replies in, AgentThrottle payloads out.
 *
 * Copyright (c) The Mongoose developers
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * A port of the folders Loss, RateControl and Channels of Mongoose.Core, with the same names. docs/research/rate-control.md explains the reason for each
 * rule. It requires only the C++17 standard library, reads no clock, and does not allocate memory. It is not thread-safe: call it from the
 * thread that reads the circuit. Times must be within 100 years of the clock's origin.
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

/// Later than every event; means "no deadline".
constexpr Instant NEVER = Instant::max();

/// A rate in whole bits per second, 0 to 100 Gbit/s. A viewer kbit is 1024 bit.
class DataRate
{
public:
    constexpr DataRate() = default;

    /// Rounds to a whole bit per second, half to even, and clamps to the range.
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

/// Divides a circuit rate between the channels as viewers do: linear interpolation between four presets, extrapolated above the last one. A
/// total below 50 viewer kbit/s is raised to 50.
ChannelRates splitOf(DataRate total);

ThrottlePayload encodeThrottle(const ChannelRates& rates);

/// The options that a user may set.
struct RateControlOptions
{
    /// The minimum and the maximum rate to request. If the maximum is below the minimum, the minimum is used for both. The default maximum is the
    /// highest rate that OpenSimulator grants.
    DataRate minRate = DataRate::fromViewerKilobitsPerSecond(50);
    DataRate maxRate = DataRate::fromViewerKilobitsPerSecond(5000);

    /// The segment size, 64 to 65535 bytes, of the TCP connection that the rate is fair to. 0 uses the root mean square size of the circuit's own
    /// packets.
    int fairSegmentBytes = 0;

    DataRate largestRate() const { return std::max(maxRate, minRate); }
    DataRate clamp(DataRate rate) const { return std::max(minRate, std::min(rate, largestRate())); }
};

/// The classification of a packet by its sequence number.
enum class PacketKind : std::uint8_t
{
    IN_SEQUENCE, ///< a first transmission whose number follows the highest so far, or the first packet of a circuit
    AFTER_GAP,   ///< a first transmission that skips numbers
    LATE,        ///< a first transmission below the highest number, not seen before: it was reordered on the path
    DUPLICATE,   ///< a number that has arrived before, as a first transmission or as a resend
    RESENT,      ///< a resent packet, which has the number of the lost transmission; it is never new data
    IMPLAUSIBLE, ///< a number too far from the others to belong to the circuit; it is ignored
};

struct PacketVerdict
{
    PacketKind kind;
    int lost; ///< number of packets that are now known to be lost

    /// Whether the packet is a first transmission that has not arrived before. Only such a packet may open a window.
    bool isNewData() const { return kind <= PacketKind::LATE; }
};

/// How much later a packet must arrive than a gap before it shows that the missing packets are lost and not merely late. It is learned from packets
/// that arrived after three later ones, and zero on a path that reorders nothing.
class ReorderTolerance
{
public:
    Duration wait(Duration min_round_trip, Instant now);
    void late(Duration lateness, Instant now);

private:
    void shrink(Instant now);

    Duration mLateness{};
    Instant mSince{};
};

/// Packets missing between two packets that arrived.
struct LossGap
{
    std::int64_t first = 0;
    std::int64_t last = 0;
    int count = 0; ///< how many of them have not arrived in any form
    Instant after; ///< when the packet after the gap arrived
};

/// The last gaps in the numbers of a circuit: first those that count as lost, then those that may still be filled.
class RecentGaps
{
public:
    bool isWaiting() const { return mWaiting > 0; }
    bool isFull() const { return mWaiting == CAPACITY; }
    const LossGap& oldest() const { return mGaps[(mNext - mWaiting) % CAPACITY]; }

    void add(const LossGap& gap);
    void endWaiting() { mWaiting--; }

    /// Notes that a missing number has arrived in some form. Returns the gap as it was before, with a count of zero if it is not remembered.
    LossGap fill(std::int64_t number, bool& is_waiting);

private:
    static constexpr std::size_t CAPACITY = 32;

    std::array<LossGap, CAPACITY> mGaps{};
    std::size_t mCount = 0;
    std::size_t mNext = 0;
    std::size_t mWaiting = 0;
};

/// Detects losses from the sequence numbers of one circuit. A missing number counts as lost when three packets with higher numbers have
/// arrived, so reordering by up to two packets is not a loss; on a path that reorders by more, when its gap is also older than the learned
/// tolerance. Numbers may wrap at 32 bits (OpenSim) or at 24 bits (Second Life).
/// A resent packet that fills a gap confirms a loss that was not confirmed before. A number more than MAX_JUMP away is ignored, unless the
/// next packet continues it: then the numbering has been restarted.
class SequenceTracker
{
public:
    static constexpr int MAX_JUMP = 4000;

    void reset();

    PacketVerdict onPacket(std::uint32_t sequence, bool is_resent, Instant now);

    /// A round trip of the circuit, above zero.
    void onRoundTrip(Duration round_trip);

private:
    static constexpr int WINDOW_PACKETS = 4096;

    /// A packet that arrived.
    struct Mark
    {
        std::int64_t number = 0;
        Instant at;
    };

    PacketVerdict start(std::uint32_t sequence, const Mark& mark);
    std::int64_t distanceFromHighest(std::uint32_t sequence) const;
    PacketVerdict onImplausible(std::uint32_t sequence, Instant now);
    PacketVerdict onResent(std::int64_t number);
    void noteLate(const Mark& mark);
    void insert(const Mark& mark);
    void addGap(std::int64_t before, const Mark& after);
    int findLost(Instant now);
    bool isMarked(std::int64_t number) const;

    static std::size_t slot(std::int64_t number) { return static_cast<std::uint64_t>(number) % WINDOW_PACKETS; }

    std::bitset<WINDOW_PACKETS> mArrived;
    bool mStarted = false;
    bool mOnProbation = false;
    std::uint32_t mProbation = 0;
    std::uint32_t mHighestOnWire = 0;
    // The three highest first transmissions; every missing number below the third is in a gap.
    Mark mFirst;
    Mark mSecond;
    Mark mThird;
    std::int64_t mStart = 0;
    RecentGaps mGaps;
    ReorderTolerance mTolerance;
    Duration mMinRoundTrip{};
};

/// The maximum mean rate over one second within about the last three seconds, measured in steps of a quarter of a second.
class ReceiveMeter
{
public:
    /// Whether a quarter of a second has passed since the first packet.
    bool hasRate() const { return mQuarters > 0; }
    std::int64_t bytesPerSecond() const { return mBytesPerSecond; }

    void add(int bytes, Instant now);

    /// Advances the time; has no effect before the first packet.
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

/// The mean packet size S in bytes and the mean of the squared sizes: plain means of the first 256 packets, then moving averages.
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

/// Tracks the congestion window of a TCP Reno connection from the packets that arrive. The rate is the usable part of CWND divided by RTT.
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

    /// Keeps the rate and SSTHRESH, which are converted to windows when the round trip of the new circuit is known.
    void onNewCircuit();

private:
    static constexpr double UNBOUNDED = std::numeric_limits<double>::max();
    static constexpr double UNBOUNDED_RATE = 1.25e10; ///< in bytes per second: the maximum of a DataRate

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
    double mBound = 0; ///< upper limit on the usable part of mCwnd
    double mCwnd = 0;
    double mSsthresh = UNBOUNDED;
    std::int64_t mCuts = 0;
};

/// The content of the next AgentThrottle message.
struct ThrottleRequest
{
    std::uint32_t generation = 0; ///< the number of the request on its circuit, from 1; the GenCounter field
    DataRate rate;
    ThrottlePayload payload{};
};

/// Turns packets and ping replies of the agent's region into AgentThrottle payloads. A request is made when the rate differs from the requested rate
/// by more than 5 %, or by any amount for 5 s. At most one request is made per round trip (at least 50 ms), plus one for a cut. A request
/// that is not acknowledged is repeated after max(1 s, 3 round trips) with the rate of that time.
/// Send requests unreliably: regions ignore GenCounter, so an old request that arrives late would undo a newer one.
class ThrottleRequester
{
public:
    ThrottleRequester(const RateControlOptions& options, Instant now);

    const WindowTrackingController& controller() const { return mController; }

    /// The interval between pings: half a round trip, but at least 50 ms and at most 1 s; 250 ms until the first reply.
    Duration pingInterval() const;

    /// When to call tryTake() again if nothing arrives before that time.
    Instant nextWakeAt() const { return nextRequestAt(); }

    /// Handles a packet of the circuit; bytes is the size of its UDP payload as received from the network, before zero-decoding.
    PacketVerdict onPacket(std::uint32_t sequence, bool is_resent, int bytes, Instant now);

    /// Handles the reply to a ping. The round trip is clamped to 1 ms to 60 s.
    void onPing(Duration round_trip, Instant now);

    /// Call it when the agent has moved to another region.
    void onNewCircuit(Instant now);

    /// Call it when a request has been acknowledged. It is optional for callers that receive no acknowledgements.
    void onAcknowledged(std::uint32_t generation);

    /// Returns whether a request is to be sent now, and sets request if so.
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
